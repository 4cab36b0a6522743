/* A window of GLFW whose title and colour tell what it heard last. */
#define GLFW_INCLUDE_ES2
#include <GLFW/glfw3.h>
#include <stdio.h>
#include <stdlib.h>

static char text[64];
static int length;
static float green = 0.2f;

static void say(GLFWwindow *window, const char *what) { glfwSetWindowTitle(window, what); }

static void typed(GLFWwindow *window, unsigned point) {
  char title[96];
  if (point < 128 && length < 60) text[length++] = (char)point;
  snprintf(title, sizeof title, "typed:%s", text);
  say(window, title);
}

static void clicked(GLFWwindow *window, int button, int action, int mods) {
  (void)button, (void)mods;
  if (action == GLFW_PRESS) say(window, "clicked"), green = 0.8f;
}

static void scrolled(GLFWwindow *window, double x, double y) {
  (void)x, (void)y;
  say(window, "scrolled");
}

static void pressed(GLFWwindow *window, int key, int code, int action, int mods) {
  (void)code, (void)mods;
  if (key != GLFW_KEY_F11 || action != GLFW_PRESS) return;
  if (glfwGetWindowMonitor(window)) {
    glfwSetWindowMonitor(window, NULL, 0, 0, 640, 480, GLFW_DONT_CARE);
    say(window, "no longer fullscreen");
  } else {
    const GLFWvidmode *mode = glfwGetVideoMode(glfwGetPrimaryMonitor());
    glfwSetWindowMonitor(window, glfwGetPrimaryMonitor(), 0, 0, mode->width, mode->height, mode->refreshRate);
    say(window, "fullscreen");
  }
}

int main(void) {
  if (!glfwInit()) return 1;
  glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
  GLFWwindow *window = glfwCreateWindow(640, 480, "ready", NULL, NULL);
  if (!window) return 2;
  glfwSetCharCallback(window, typed);
  glfwSetMouseButtonCallback(window, clicked);
  glfwSetScrollCallback(window, scrolled);
  glfwSetKeyCallback(window, pressed);
  glfwMakeContextCurrent(window);
  while (!glfwWindowShouldClose(window)) {
    int width, height;
    glfwGetFramebufferSize(window, &width, &height);
    glViewport(0, 0, width, height);
    glClearColor(0.1f, green, 0.5f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(20, 20, width / 3, height / 3);
    glClearColor(0.9f, 0.6f, 0.1f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glfwSwapBuffers(window);
    glfwWaitEventsTimeout(0.1);
  }
  glfwTerminate();
  return 0;
}
