import Foundation

/// As React Native declares RCTPromiseResolveBlock and RCTPromiseRejectBlock. Its own types would need its Swift module,
/// which not every set-up of CocoaPods builds.
typealias Resolve = (Any?) -> Void
typealias Reject = (String?, String?, Error?) -> Void

/// The iOS side of src/native-module.ts. A classic native module: both architectures of React Native run it.
/// It only reads and stores; every decision is made in TypeScript.
@objc(Trailmark)
final class Trailmark: NSObject {
  private let store = TrailmarkStore()

  @objc static func requiresMainQueueSetup() -> Bool { false }

  @objc(loadItems:rejecter:)
  func loadItems(_ resolve: @escaping Resolve, rejecter reject: @escaping Reject) {
    resolve(store.load())
  }

  @objc(setItem:value:resolver:rejecter:)
  func setItem(
    _ key: String, value: String?, resolver resolve: @escaping Resolve,
    rejecter reject: @escaping Reject
  ) {
    do {
      try store.set(key, to: value)
      resolve(nil)
    } catch {
      reject("trailmark", error.localizedDescription, error)
    }
  }

  @objc(readDevice:resolver:rejecter:)
  func readDevice(
    _ options: NSDictionary, resolver resolve: @escaping Resolve,
    rejecter reject: @escaping Reject
  ) {
    let withAdvertisingId = options["advertisingId"] as? Bool ?? false
    // UIKit answers on the main thread only.
    DispatchQueue.main.async { resolve(DeviceFacts.read(withAdvertisingId: withAdvertisingId)) }
  }

  @objc(readInstallSources:resolver:rejecter:)
  func readInstallSources(
    _ options: NSDictionary, resolver resolve: @escaping Resolve,
    rejecter reject: @escaping Reject
  ) {
    InstallSources.read(withPasteboard: options["pasteboard"] as? Bool ?? false) { resolve($0) }
  }

  @objc(updateConversionValue:resolver:rejecter:)
  func updateConversionValue(
    _ values: NSDictionary, resolver resolve: @escaping Resolve,
    rejecter reject: @escaping Reject
  ) {
    guard let fine = values["fine"] as? Int else { return resolve(nil) }
    let update = ConversionValue(
      fine: fine, coarse: values["coarse"] as? String, isLocked: values["lock"] as? Bool ?? false)
    update.register { failure in
      if let failure { reject("trailmark", failure.localizedDescription, failure) } else { resolve(nil) }
    }
  }

  @objc(requestTracking:rejecter:)
  func requestTracking(
    _ resolve: @escaping Resolve, rejecter reject: @escaping Reject
  ) {
    DispatchQueue.main.async { DeviceFacts.requestTracking { resolve($0) } }
  }
}
