import AdServices
import Foundation
import UIKit

/// Where the install came from, as Apple says it. Asked once, before any conversion value is registered: below iOS 16.6
/// Apple resets the value when a token is taken (https://developers.facebook.com/docs/app-events/skanv4.0).
enum InstallSources {
  static func read(withPasteboard: Bool, completion: @escaping ([String: Any]) -> Void) {
    DispatchQueue.global().async {
      let token = adServicesToken()
      DispatchQueue.main.async {
        guard withPasteboard, #available(iOS 14, *) else { return completion(present(token, nil)) }
        readPasteboard { text in completion(present(token, text)) }
      }
    }
  }

  private static func adServicesToken() -> String? {
    guard #available(iOS 14.3, *) else { return nil }
    return try? AAAttribution.attributionToken()
  }

  private static func present(_ token: String?, _ pasteboard: String?) -> [String: Any] {
    ["adServicesToken": token, "pasteboard": pasteboard].compactMapValues { $0 }
  }

  /// iOS asks the person before it hands out a text, so that it is only read where it looks like an address.
  @available(iOS 14, *)
  private static func readPasteboard(_ completion: @escaping (String?) -> Void) {
    UIPasteboard.general.detectPatterns(for: [.probableWebURL]) { result in
      DispatchQueue.main.async {
        guard case .success(let patterns) = result, patterns.contains(.probableWebURL) else { return completion(nil) }
        completion(UIPasteboard.general.string)
      }
    }
  }
}
