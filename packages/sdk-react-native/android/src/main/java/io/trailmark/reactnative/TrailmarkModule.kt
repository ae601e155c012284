package io.trailmark.reactnative

import com.facebook.react.bridge.Promise
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.bridge.ReactContextBaseJavaModule
import com.facebook.react.bridge.ReactMethod
import com.facebook.react.bridge.ReadableMap
import java.util.concurrent.Executors

/**
 * The Android side of src/native-module.ts. A classic native module: both architectures of React Native run it.
 * It only reads and stores; every decision is made in TypeScript.
 */
class TrailmarkModule(private val context: ReactApplicationContext) : ReactContextBaseJavaModule(context) {
  private val files = FileStore(context)
  // Google's services may take seconds: storage must not wait for them.
  private val slowWork = Executors.newSingleThreadExecutor()

  override fun getName() = "Trailmark"

  @ReactMethod
  fun loadItems(promise: Promise) = settle(promise) { toWritableMap(files.load()) }

  @ReactMethod
  fun setItem(key: String, value: String?, promise: Promise) = settle(promise) {
    files.set(key, value)
    null
  }

  @ReactMethod
  fun readDevice(options: ReadableMap, promise: Promise) {
    val withAdvertisingId = options.hasKey("advertisingId") && options.getBoolean("advertisingId")
    slowWork.execute { settle(promise) { toWritableMap(DeviceFacts(context).read(withAdvertisingId)) } }
  }

  @ReactMethod
  fun readInstallSources(options: ReadableMap, promise: Promise) {
    val metaAppId = if (options.hasKey("metaAppId")) options.getString("metaAppId") else null
    slowWork.execute { settle(promise) { toWritableMap(InstallSources(context).read(metaAppId)) } }
  }

  /** Conversion values and tracking permission exist on iOS only. */
  @ReactMethod
  fun updateConversionValue(values: ReadableMap, promise: Promise) = promise.resolve(null)

  @ReactMethod
  fun requestTracking(promise: Promise) = promise.resolve(null)

  private fun settle(promise: Promise, read: () -> Any?) {
    try {
      promise.resolve(read())
    } catch (failure: Exception) {
      promise.reject("trailmark", failure)
    }
  }
}
