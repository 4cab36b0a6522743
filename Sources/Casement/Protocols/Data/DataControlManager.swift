internal import WaylandServer

/// `ext_data_control_manager_v1`, and `zwlr_data_control_manager_v1`, its elder: for clipboard managers, which need no window.
///
/// The two differ in nothing but their names.
final class DataControlManager: ExtDataControlManagerV1Requests, ZwlrDataControlManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createDataSource(id: ExtDataControlSourceV1Resource) throws(ProtocolError) {
    id.handler = DataControlSource(.ext(id), id, service.seat)
  }

  func createDataSource(id: ZwlrDataControlSourceV1Resource) throws(ProtocolError) {
    id.handler = DataControlSource(.wlr(id), id, service.seat)
  }

  func getDataDevice(id: ExtDataControlDeviceV1Resource, seat: WlSeatResource) throws(ProtocolError) {
    guard let seat = seat.seat else { return }
    let device = DataControlDevice(.ext(id), id.client, seat)
    id.handler = device
    device.begin()
  }

  func getDataDevice(id: ZwlrDataControlDeviceV1Resource, seat: WlSeatResource) throws(ProtocolError) {
    guard let seat = seat.seat else { return }
    let device = DataControlDevice(.wlr(id), id.client, seat)
    id.handler = device
    device.begin()
  }

  func destroy() throws(ProtocolError) {}
}
