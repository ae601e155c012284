package io.trailmark.reactnative

import android.content.Context
import java.lang.reflect.Proxy
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit

/**
 * The libraries of other stores have the same shape as Google's. They are used if the app has them as a dependency,
 * and never needed to build it.
 */
private class StoreLibrary(val store: String, val client: String, val listener: String)

private val LIBRARIES = listOf(
  StoreLibrary(
    "samsung",
    "com.samsung.android.sdk.sinstallreferrer.api.InstallReferrerClient",
    "com.samsung.android.sdk.sinstallreferrer.api.InstallReferrerStateListener",
  ),
  StoreLibrary(
    "huawei",
    "com.huawei.hms.ads.installreferrer.api.InstallReferrerClient",
    "com.huawei.hms.ads.installreferrer.api.InstallReferrerStateListener",
  ),
  StoreLibrary(
    "xiaomi",
    "com.miui.referrer.api.GetAppsReferrerClient",
    "com.miui.referrer.api.GetAppsReferrerStateListener",
  ),
)
private const val OK = 0
private const val WAIT_SECONDS = 2L

internal fun otherStores(context: Context): List<Map<String, Any?>> =
  LIBRARIES.mapNotNull { library ->
    try {
      read(context, library)
    } catch (missing: ClassNotFoundException) {
      null
    } catch (failure: Exception) {
      mapOf("store" to library.store, "state" to "unavailable")
    }
  }

private fun read(context: Context, library: StoreLibrary): Map<String, Any?> {
  val clientType = Class.forName(library.client)
  val listenerType = Class.forName(library.listener)
  val builder = clientType.getMethod("newBuilder", Context::class.java).invoke(null, context)
  val client = call(builder, "build") ?: throw IllegalStateException("no client")
  var result: Map<String, Any?> = mapOf("store" to library.store, "state" to "unavailable")
  val done = CountDownLatch(1)
  val listener = Proxy.newProxyInstance(listenerType.classLoader, arrayOf(listenerType)) { proxy, method, values ->
    when {
      method.name.endsWith("SetupFinished") -> {
        try {
          if (values?.firstOrNull() == OK) result = details(library.store, call(client, "getInstallReferrer"))
        } finally {
          done.countDown()
        }
      }
      method.name.endsWith("Disconnected") -> done.countDown()
      method.name == "hashCode" -> return@newProxyInstance System.identityHashCode(proxy)
      method.name == "equals" -> return@newProxyInstance proxy === values?.firstOrNull()
      method.name == "toString" -> return@newProxyInstance library.store
    }
    null
  }
  clientType.getMethod("startConnection", listenerType).invoke(client, listener)
  done.await(WAIT_SECONDS, TimeUnit.SECONDS)
  call(client, "endConnection")
  return result
}

private fun details(store: String, found: Any?): Map<String, Any?> {
  if (found == null) return mapOf("store" to store, "state" to "unavailable")
  return mapOf(
    "store" to store,
    "state" to "ok",
    "referrer" to call(found, "getInstallReferrer"),
    "click_server_seconds" to seconds(found, "getReferrerClickTimestampServer"),
    "begin_server_seconds" to seconds(found, "getInstallBeginTimestampServer"),
    "click_seconds" to seconds(found, "getReferrerClickTimestamp"),
    "begin_seconds" to seconds(found, "getInstallBeginTimestamp"),
  )
}

/** Huawei says milliseconds where the others say seconds. */
private fun seconds(found: Any, name: String): Double? {
  (callOrNull(found, "${name}Seconds") as? Number)?.let { return it.toDouble() }
  return (callOrNull(found, "${name}Millisecond") as? Number)?.let { it.toDouble() / 1000 }
}

private fun call(target: Any, name: String): Any? = target.javaClass.getMethod(name).invoke(target)

private fun callOrNull(target: Any, name: String): Any? =
  try {
    call(target, name)
  } catch (missing: NoSuchMethodException) {
    null
  }
