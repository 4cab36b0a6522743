internal import WaylandServer

/// `zwp_primary_selection_device_manager_v1`, and `gtk_primary_selection_device_manager`, its elder: the text selected last.
///
/// The two differ in nothing but their names.
final class PrimarySelectionManager: ZwpPrimarySelectionDeviceManagerV1Requests, GtkPrimarySelectionDeviceManagerRequests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createSource(id: ZwpPrimarySelectionSourceV1Resource) throws(ProtocolError) {
    id.handler = PrimarySelectionSource(id, service.seat)
  }

  func createSource(id: GtkPrimarySelectionSourceResource) throws(ProtocolError) {
    id.handler = PrimarySelectionSource(id, service.seat)
  }

  func getDevice(id: ZwpPrimarySelectionDeviceV1Resource, seat: WlSeatResource) throws(ProtocolError) {
    guard let seat = seat.seat else { return }
    let device = PrimarySelectionDevice(.common(id), id.client, seat)
    id.handler = device
    seat.selections.primary.add(device)
  }

  func getDevice(id: GtkPrimarySelectionDeviceResource, seat: WlSeatResource) throws(ProtocolError) {
    guard let seat = seat.seat else { return }
    let device = PrimarySelectionDevice(.gtk(id), id.client, seat)
    id.handler = device
    seat.selections.primary.add(device)
  }

  func destroy() throws(ProtocolError) {}
}
