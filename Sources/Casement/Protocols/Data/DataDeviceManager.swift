internal import WaylandServer

/// `wl_data_device_manager`: the clipboard, and drag and drop.
final class DataDeviceManager: WlDataDeviceManagerRequests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createDataSource(id: WlDataSourceResource) throws(ProtocolError) { id.handler = DataSource(id, service.seat) }

  func getDataDevice(id: WlDataDeviceResource, seat: WlSeatResource) throws(ProtocolError) {
    guard let seat = seat.seat else { return }
    let device = DataDevice(id, seat)
    id.handler = device
    seat.client(id.client.id).dataDevices.append(device)
    seat.selections.clipboard.add(device)
  }
}
