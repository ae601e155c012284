import Foundation
import React

/// The iOS side of src/native-module.ts. A classic native module: both architectures of React Native run it.
/// It only reads and stores; every decision is made in TypeScript.
@objc(Trailmark)
final class Trailmark: NSObject {
  private let store = TrailmarkStore()

  @objc static func requiresMainQueueSetup() -> Bool { false }

  @objc(loadItems:rejecter:)
  func loadItems(_ resolve: @escaping RCTPromiseResolveBlock, rejecter reject: @escaping RCTPromiseRejectBlock) {
    resolve(store.load())
  }

  @objc(setItem:value:resolver:rejecter:)
  func setItem(
    _ key: String, value: String?, resolver resolve: @escaping RCTPromiseResolveBlock,
    rejecter reject: @escaping RCTPromiseRejectBlock
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
    _ options: NSDictionary, resolver resolve: @escaping RCTPromiseResolveBlock,
    rejecter reject: @escaping RCTPromiseRejectBlock
  ) {
    let withAdvertisingId = options["advertisingId"] as? Bool ?? false
    // UIKit answers on the main thread only.
    DispatchQueue.main.async { resolve(DeviceFacts.read(withAdvertisingId: withAdvertisingId)) }
  }

  @objc(readInstallSources:resolver:rejecter:)
  func readInstallSources(
    _ options: NSDictionary, resolver resolve: @escaping RCTPromiseResolveBlock,
    rejecter reject: @escaping RCTPromiseRejectBlock
  ) {
    InstallSources.read(withPasteboard: options["pasteboard"] as? Bool ?? false) { resolve($0) }
  }

  @objc(updateConversionValue:resolver:rejecter:)
  func updateConversionValue(
    _ values: NSDictionary, resolver resolve: @escaping RCTPromiseResolveBlock,
    rejecter reject: @escaping RCTPromiseRejectBlock
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
    _ resolve: @escaping RCTPromiseResolveBlock, rejecter reject: @escaping RCTPromiseRejectBlock
  ) {
    DispatchQueue.main.async { DeviceFacts.requestTracking { resolve($0) } }
  }
}
