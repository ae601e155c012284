import AppTrackingTransparency
import Foundation
import UIKit

#if !TRAILMARK_NO_IDFA
  import AdSupport
#endif

/// What is known about the phone, by the names of `device_data`. For the main thread.
enum DeviceFacts {
  static func read(withAdvertisingId: Bool) -> [String: Any] {
    var facts: [String: Any] = [
      "brand": "Apple",
      "manufacturer": "Apple",
      "device": UIDevice.current.model,
      "device_model": modelIdentifier(),
      "system_name": UIDevice.current.systemName,
      "system_version": UIDevice.current.systemVersion,
      "locale": Locale.current.identifier,
      "language": Locale.preferredLanguages.first ?? "",
      "country": Locale.current.regionCode ?? "",
      "timezone": TimeZone.current.identifier,
      "timezone_offset": TimeZone.current.secondsFromGMT() / 60,
      "bundle_id": Bundle.main.bundleIdentifier ?? "",
      "app_version": info("CFBundleShortVersionString"),
      "build_number": info("CFBundleVersion"),
      "app_store_environment": environment(),
      "device_display": [
        "width": UIScreen.main.bounds.width, "height": UIScreen.main.bounds.height, "scale": UIScreen.main.scale,
      ],
      "is_emulator": environment() == "simulator",
      "att_status": trackingStatus(),
    ]
    facts["idfv"] = UIDevice.current.identifierForVendor?.uuidString
    if withAdvertisingId { facts["idfa"] = advertisingId() }
    return facts
  }

  static func requestTracking(_ completion: @escaping (String) -> Void) {
    if #available(iOS 14, *) {
      ATTrackingManager.requestTrackingAuthorization { _ in completion(trackingStatus()) }
    } else {
      completion(trackingStatus())
    }
  }

  /// 0 not determined, 1 restricted, 2 denied, 3 authorised. Text, as published clients send it.
  private static func trackingStatus() -> String {
    guard #available(iOS 14, *) else { return "0" }
    return String(ATTrackingManager.trackingAuthorizationStatus.rawValue)
  }

  private static func advertisingId() -> String? {
    #if TRAILMARK_NO_IDFA
      return nil
    #else
      guard #available(iOS 14, *), ATTrackingManager.trackingAuthorizationStatus == .authorized else { return nil }
      return ASIdentifierManager.shared().advertisingIdentifier.uuidString
    #endif
  }

  private static func info(_ key: String) -> String {
    Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
  }

  private static func environment() -> String {
    #if targetEnvironment(simulator)
      return "simulator"
    #else
      return Bundle.main.appStoreReceiptURL?.lastPathComponent == "sandboxReceipt" ? "sandbox" : "production"
    #endif
  }

  /// Such as `iPhone17,3`.
  private static func modelIdentifier() -> String {
    var system = utsname()
    uname(&system)
    return withUnsafeBytes(of: &system.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
