import Foundation
import Security

/// Texts by key. Keys that begin with `keychain.` are kept in the Keychain, where they outlive the app; all others are
/// files that are part of no backup, so that no install id is restored to another phone.
final class TrailmarkStore {
  private let keychainPrefix = "keychain."
  private let service = "io.trailmark"

  func load() -> [String: String] {
    var items = loadKeychain()
    let files = (try? FileManager.default.contentsOfDirectory(at: directory(), includingPropertiesForKeys: nil)) ?? []
    for file in files {
      guard let key = file.lastPathComponent.removingPercentEncoding else { continue }
      items[key] = try? String(contentsOf: file, encoding: .utf8)
    }
    return items
  }

  func set(_ key: String, to value: String?) throws {
    if key.hasPrefix(keychainPrefix) { return try setKeychain(key, to: value) }
    let name = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? key
    let file = try directory().appendingPathComponent(name)
    guard let value else {
      if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
      return
    }
    try Data(value.utf8).write(to: file, options: .atomic)
  }

  private func directory() throws -> URL {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    var directory = support.appendingPathComponent("trailmark", isDirectory: true)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try directory.setResourceValues(values)
    return directory
  }

  private func query(_ more: [CFString: Any]) -> CFDictionary {
    let own: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
    return own.merging(more) { $1 } as CFDictionary
  }

  private func loadKeychain() -> [String: String] {
    var result: CFTypeRef?
    let all: [CFString: Any] = [
      kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true, kSecReturnData: true,
    ]
    guard SecItemCopyMatching(query(all), &result) == errSecSuccess,
      let rows = result as? [[CFString: Any]]
    else { return [:] }
    var items: [String: String] = [:]
    for row in rows {
      guard let key = row[kSecAttrAccount] as? String, let data = row[kSecValueData] as? Data else { continue }
      items[key] = String(data: data, encoding: .utf8)
    }
    return items
  }

  private func setKeychain(_ key: String, to value: String?) throws {
    SecItemDelete(query([kSecAttrAccount: key]))
    guard let value else { return }
    let status = SecItemAdd(
      query([
        kSecAttrAccount: key, kSecValueData: Data(value.utf8),
        // Stays on this phone, and can be read when the app runs in the background.
        kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]), nil)
    if status != errSecSuccess { throw NSError(domain: service, code: Int(status)) }
  }
}
