#include "CShm.h"
