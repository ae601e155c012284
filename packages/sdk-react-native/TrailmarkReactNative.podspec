require 'json'

package = JSON.parse(File.read(File.join(__dir__, 'package.json')))

Pod::Spec.new do |s|
  s.name = 'TrailmarkReactNative'
  s.version = package['version']
  s.summary = package['description']
  s.homepage = package['homepage']
  s.license = package['license']
  s.author = 'Trailmark'
  s.source = { git: package['repository']['url'], tag: "v#{s.version}" }
  s.platforms = { ios: '13.4' }
  s.swift_version = '5.7'
  s.source_files = 'ios/*.{m,swift}'
  s.weak_frameworks = 'AdAttributionKit', 'AdServices', 'AppTrackingTransparency'

  # TRAILMARK_NO_IDFA=1 pod install: for apps that must not contain AdSupport at all, such as those for children.
  frameworks = %w[Foundation Security StoreKit UIKit]
  if ENV['TRAILMARK_NO_IDFA']
    s.pod_target_xcconfig = { 'SWIFT_ACTIVE_COMPILATION_CONDITIONS' => '$(inherited) TRAILMARK_NO_IDFA' }
  else
    frameworks << 'AdSupport'
  end
  s.frameworks = frameworks

  if respond_to?(:install_modules_dependencies, true)
    install_modules_dependencies(s)
  else
    s.dependency 'React-Core'
  end
end
