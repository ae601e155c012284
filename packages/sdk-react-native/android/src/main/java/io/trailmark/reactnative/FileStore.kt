package io.trailmark.reactnative

import android.content.Context
import android.util.AtomicFile
import java.io.File
import java.net.URLDecoder
import java.net.URLEncoder

/**
 * Texts by key, a file for each. The directory is not part of backups: an install id that is restored to another
 * phone would be two installs in one.
 */
class FileStore(context: Context) {
  private val directory = File(context.noBackupFilesDir, "trailmark")

  @Synchronized
  fun load(): Map<String, String> =
    directory.listFiles().orEmpty()
      // AtomicFile keeps unfinished writes beside the file.
      .map { it.name.removeSuffix(".bak").removeSuffix(".new") }
      .distinct()
      .mapNotNull { name -> read(name)?.let { URLDecoder.decode(name, "UTF-8") to it } }
      .toMap()

  @Synchronized
  fun set(key: String, value: String?) {
    val name = URLEncoder.encode(key, "UTF-8")
    val file = AtomicFile(File(directory, name))
    if (value == null) return file.delete()
    directory.mkdirs()
    val stream = file.startWrite()
    try {
      stream.write(value.toByteArray())
      file.finishWrite(stream)
    } catch (failure: Exception) {
      file.failWrite(stream)
      throw failure
    }
  }

  private fun read(name: String): String? =
    try {
      String(AtomicFile(File(directory, name)).readFully())
    } catch (failure: Exception) {
      null
    }
}
