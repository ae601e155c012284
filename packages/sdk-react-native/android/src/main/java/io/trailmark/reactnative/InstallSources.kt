package io.trailmark.reactnative

import android.content.Context
import android.net.Uri
import com.android.installreferrer.api.InstallReferrerClient
import com.android.installreferrer.api.InstallReferrerStateListener
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicReference

/** Where the install came from, as the store and Meta's apps say it. Waits for them: not for the main thread. */
class InstallSources(private val context: Context) {
  fun read(metaAppId: String?): Map<String, Any?> =
    mapOf("referrers" to listOf(play()) + otherStores(context), "meta" to metaAppId?.let(::meta))

  /** https://developer.android.com/google/play/installreferrer */
  private fun play(): Map<String, Any?> {
    val result = AtomicReference<Map<String, Any?>>(mapOf("store" to "google", "state" to "unavailable"))
    val done = CountDownLatch(1)
    val client = InstallReferrerClient.newBuilder(context).build()
    client.startConnection(object : InstallReferrerStateListener {
      override fun onInstallReferrerSetupFinished(responseCode: Int) {
        if (responseCode == InstallReferrerClient.InstallReferrerResponse.OK) result.set(details(client))
        if (responseCode == InstallReferrerClient.InstallReferrerResponse.FEATURE_NOT_SUPPORTED) {
          result.set(mapOf("store" to "google", "state" to "unsupported"))
        }
        done.countDown()
      }

      override fun onInstallReferrerServiceDisconnected() = done.countDown()
    })
    done.await(WAIT_SECONDS, TimeUnit.SECONDS)
    client.endConnection()
    return result.get()
  }

  private fun details(client: InstallReferrerClient): Map<String, Any?> =
    try {
      val found = client.installReferrer
      mapOf(
        "store" to "google",
        "state" to "ok",
        "referrer" to found.installReferrer,
        "click_server_seconds" to found.referrerClickTimestampServerSeconds.toDouble(),
        "begin_server_seconds" to found.installBeginTimestampServerSeconds.toDouble(),
        "click_seconds" to found.referrerClickTimestampSeconds.toDouble(),
        "begin_seconds" to found.installBeginTimestampSeconds.toDouble(),
        "install_version" to found.installVersion,
        "google_play_instant" to found.googlePlayInstantParam,
      )
    } catch (failure: Exception) {
      mapOf("store" to "google", "state" to "unavailable")
    }

  /** https://developers.facebook.com/docs/app-ads/meta-install-referrer */
  private fun meta(appId: String): Map<String, Any?>? =
    META_PROVIDERS.firstNotNullOfOrNull { (source, authority) ->
      try {
        val address = Uri.parse("content://$authority/$appId")
        context.contentResolver.query(address, META_COLUMNS, null, null, null)?.use { rows ->
          if (!rows.moveToFirst()) return@use null
          mapOf(
            "source" to source,
            "install_referrer" to rows.getString(rows.getColumnIndexOrThrow("install_referrer")),
            "is_ct" to rows.getInt(rows.getColumnIndexOrThrow("is_ct")),
            "actual_timestamp" to rows.getLong(rows.getColumnIndexOrThrow("actual_timestamp")).toDouble(),
          )
        }
      } catch (failure: Exception) {
        null
      }
    }

  private companion object {
    const val WAIT_SECONDS = 3L
    val META_COLUMNS = arrayOf("install_referrer", "is_ct", "actual_timestamp")
    val META_PROVIDERS = listOf(
      "facebook" to "com.facebook.katana.provider.InstallReferrerProvider",
      "instagram" to "com.instagram.contentprovider.InstallReferrerProvider",
      "facebook_lite" to "com.facebook.lite.provider.InstallReferrerProvider",
    )
  }
}
