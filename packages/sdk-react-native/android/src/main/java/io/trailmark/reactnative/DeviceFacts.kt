package io.trailmark.reactnative

import android.content.Context
import android.content.pm.ApplicationInfo
import android.os.Build
import android.provider.Settings
import com.google.android.gms.ads.identifier.AdvertisingIdClient
import com.google.android.gms.appset.AppSet
import com.google.android.gms.tasks.Tasks
import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone
import java.util.concurrent.TimeUnit

/** What is known about the phone, by the names of `device_data`. Waits for Google's services: not for the main thread. */
class DeviceFacts(private val context: Context) {
  fun read(withAdvertisingId: Boolean): Map<String, Any?> =
    system() + app() + appSet() + (if (withAdvertisingId) advertising() else emptyMap())

  private fun system(): Map<String, Any?> {
    val locale = Locale.getDefault()
    val zone = TimeZone.getDefault()
    val display = context.resources.displayMetrics
    return mapOf(
      "brand" to Build.BRAND,
      "manufacturer" to Build.MANUFACTURER,
      "device_model" to Build.MODEL,
      "system_name" to "Android",
      "system_version" to Build.VERSION.RELEASE,
      "api_level" to Build.VERSION.SDK_INT,
      "android_id" to Settings.Secure.getString(context.contentResolver, Settings.Secure.ANDROID_ID),
      "locale" to locale.toString(),
      "language" to locale.toLanguageTag(),
      "country" to locale.country,
      "timezone" to zone.id,
      "timezone_offset" to zone.getOffset(System.currentTimeMillis()) / 60_000,
      "user_agent" to System.getProperty("http.agent"),
      "device_display" to
        mapOf("width" to display.widthPixels, "height" to display.heightPixels, "scale" to display.density.toDouble()),
    )
  }

  private fun app(): Map<String, Any?> {
    val info = context.packageManager.getPackageInfo(context.packageName, 0)
    @Suppress("DEPRECATION")
    return mapOf(
      "bundle_id" to context.packageName,
      "app_version" to info.versionName,
      "build_number" to info.versionCode.toString(),
      "installed_at" to instantOf(info.firstInstallTime),
      "installer_package" to context.packageManager.getInstallerPackageName(context.packageName),
      // The hardware of Google's emulators, by its old and its new name.
      "is_emulator" to (Build.HARDWARE == "goldfish" || Build.HARDWARE == "ranchu"),
      "is_debuggable" to (context.applicationInfo.flags and ApplicationInfo.FLAG_DEBUGGABLE != 0),
    )
  }

  private fun instantOf(milliseconds: Long): String {
    val format = SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.US)
    format.timeZone = TimeZone.getTimeZone("UTC")
    return format.format(Date(milliseconds))
  }

  /** An id of the phone for all apps of one developer, not for ads. */
  private fun appSet(): Map<String, Any?> =
    try {
      val info = Tasks.await(AppSet.getClient(context).appSetIdInfo, WAIT_SECONDS, TimeUnit.SECONDS)
      mapOf("appsetid" to info.id, "appsetid_scope" to info.scope)
    } catch (failure: Throwable) {
      emptyMap() // Phones without Google's services have none.
    }

  private fun advertising(): Map<String, Any?> =
    try {
      val info = AdvertisingIdClient.getAdvertisingIdInfo(context)
      mapOf("gaid" to info.id, "limit_ad_tracking" to info.isLimitAdTrackingEnabled)
    } catch (failure: Throwable) {
      emptyMap()
    }

  private companion object {
    const val WAIT_SECONDS = 2L
  }
}
