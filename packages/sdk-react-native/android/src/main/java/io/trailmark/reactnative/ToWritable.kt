package io.trailmark.reactnative

import com.facebook.react.bridge.Arguments
import com.facebook.react.bridge.WritableArray
import com.facebook.react.bridge.WritableMap

/** Values for JavaScript; null is left out. */
internal fun toWritableMap(values: Map<*, *>): WritableMap {
  val map = Arguments.createMap()
  for ((key, value) in values) {
    val name = key.toString()
    when (value) {
      null -> continue
      is Boolean -> map.putBoolean(name, value)
      is Int -> map.putInt(name, value)
      is Double -> map.putDouble(name, value)
      is Map<*, *> -> map.putMap(name, toWritableMap(value))
      is List<*> -> map.putArray(name, toWritableArray(value))
      else -> map.putString(name, value.toString())
    }
  }
  return map
}

private fun toWritableArray(values: List<*>): WritableArray {
  val array = Arguments.createArray()
  for (value in values) if (value is Map<*, *>) array.pushMap(toWritableMap(value))
  return array
}
