import type { FileAnswer } from '@trailmark/contract/route';
import { toBuffer, toString as toText } from 'qrcode';

interface Drawing {
  url: string;
  slug: string;
  format: 'svg' | 'png';
  size: number;
}

/** The QR code of an address: M survives a torn corner, four modules of margin are what readers need. */
export async function drawQr({ url, slug, format, size }: Drawing): Promise<FileAnswer> {
  const options = { errorCorrectionLevel: 'M', margin: 4, width: size } as const;
  const filename = `${slug}.${format}`;
  if (format === 'png') {
    return { contentType: 'image/png', filename, body: await toBuffer(url, { ...options, type: 'png' }) };
  }
  return { contentType: 'image/svg+xml', filename, body: await toText(url, { ...options, type: 'svg' }) };
}
