import { mayRegister, readConversionValue } from './conversion-values.ts';
import type { ConversionValue, NativeTrailmark } from './native-module.ts';
import type { SdkStateStore } from './sdk-state.ts';

/** Registers the conversion values that the server answers, one after the other. */
export function createConversions(
  native: NativeTrailmark,
  state: SdkStateStore,
  log: (text: string) => void,
) {
  let last: Promise<void> = Promise.resolve();
  const register = (value: ConversionValue) => {
    if (!mayRegister(value, state.get().fine)) return;
    state.set({ fine: value.fine });
    last = last
      .then(() => native.updateConversionValue(value))
      .catch((failure) => log(`the conversion value was not registered: ${failure}`));
  };
  return {
    register,
    /** Of an answer that may ask for one. */
    read(answer: unknown) {
      const value = readConversionValue(answer);
      if (value) register(value);
    },
  };
}
