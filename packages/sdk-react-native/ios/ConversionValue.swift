import Foundation
import StoreKit

#if canImport(AdAttributionKit)
  import AdAttributionKit
#endif

/// A conversion value for Apple's postbacks, registered with SKAdNetwork and with AdAttributionKit.
struct ConversionValue {
  let fine: Int
  /// low, medium or high.
  let coarse: String?
  let isLocked: Bool

  func register(_ completion: @escaping (Error?) -> Void) {
    registerWithStoreKit { failure in
      registerWithAdAttributionKit { completion(failure ?? $0) }
    }
  }

  private func registerWithStoreKit(_ completion: @escaping (Error?) -> Void) {
    if #available(iOS 16.1, *), let coarse = storeKitCoarse() {
      SKAdNetwork.updatePostbackConversionValue(
        fine, coarseValue: coarse, lockWindow: isLocked, completionHandler: completion)
    } else if #available(iOS 15.4, *) {
      SKAdNetwork.updatePostbackConversionValue(fine, completionHandler: completion)
    } else {
      if #available(iOS 14, *) { SKAdNetwork.updateConversionValue(fine) }
      completion(nil)
    }
  }

  @available(iOS 16.1, *)
  private func storeKitCoarse() -> SKAdNetwork.CoarseConversionValue? {
    switch coarse {
    case "low": return .low
    case "medium": return .medium
    case "high": return .high
    default: return nil
    }
  }

  private func registerWithAdAttributionKit(_ completion: @escaping (Error?) -> Void) {
    #if canImport(AdAttributionKit)
      guard #available(iOS 17.4, *) else { return completion(nil) }
      Task {
        do {
          try await updatePostback()
          completion(nil)
        } catch {
          completion(error)
        }
      }
    #else
      completion(nil)
    #endif
  }

  #if canImport(AdAttributionKit)
    @available(iOS 17.4, *)
    private func updatePostback() async throws {
      if let coarse = kitCoarse() {
        try await Postback.updateConversionValue(fine, coarseConversionValue: coarse, lockPostback: isLocked)
      } else {
        try await Postback.updateConversionValue(fine, lockPostback: isLocked)
      }
    }

    @available(iOS 17.4, *)
    private func kitCoarse() -> AdAttributionKit.CoarseConversionValue? {
      switch coarse {
      case "low": return .low
      case "medium": return .medium
      case "high": return .high
      default: return nil
      }
    }
  #endif
}
