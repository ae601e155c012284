import { z } from 'zod';
import { DEVICE_FIELDS } from './device-fields.ts';

/** For people and machines that read the document; nothing is refused by it. */
const properties = Object.fromEntries(
  Object.entries(DEVICE_FIELDS).map(([name, { type, about, example, on, also }]) => [
    name,
    {
      type,
      example,
      description: [
        about,
        `On ${on.join(', ')}.`,
        ...(also ? [`Also read as ${also.map((one) => `\`${one}\``).join(', ')}.`] : []),
      ].join(' '),
    },
  ]),
);

/** What an app sends about its device; a value that is not an object is ignored, not refused. */
export const DeviceData = z
  .record(z.string(), z.unknown())
  .meta({
    properties,
    description: 'Facts about the device and the app. Every field is optional, and unknown ones are kept.',
  })
  .nullish()
  .catch(null);
