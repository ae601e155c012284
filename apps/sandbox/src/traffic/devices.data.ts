export interface Phone {
  platform: 'ANDROID' | 'IOS';
  model: string;
  /** As the store and the app name the system; the first is the most frequent. */
  versions: readonly string[];
  weight: number;
}

const android = (model: string, weight: number, ...versions: string[]): Phone => ({
  platform: 'ANDROID',
  model,
  versions,
  weight,
});
const ios = (model: string, weight: number, ...versions: string[]): Phone => ({
  platform: 'IOS',
  model,
  versions,
  weight,
});

export const PHONES: readonly Phone[] = [
  android('Redmi Note 13', 12, '14', '13', '15'),
  android('Galaxy A15', 10, '14', '15'),
  android('vivo Y28', 9, '14'),
  android('realme C67', 8, '14', '15'),
  android('OPPO A60', 7, '14'),
  android('Redmi 12', 7, '13', '14'),
  android('moto g85', 6, '14', '15'),
  android('Galaxy M35', 6, '14', '15'),
  android('OnePlus Nord CE4', 5, '15', '14'),
  android('POCO X6', 4, '14', '15'),
  android('Galaxy S24', 3, '15', '16'),
  android('Pixel 8a', 2, '16', '15'),
  android('JioPhone Next', 3, '11'),
  ios('iPhone15,4', 4, '18.6', '26.0', '17.7'),
  ios('iPhone14,5', 4, '18.6', '17.7'),
  ios('iPhone16,1', 3, '26.0', '18.6'),
  ios('iPhone13,2', 3, '18.6', '17.7'),
  ios('iPhone17,3', 2, '26.0', '18.6'),
  ios('iPad13,18', 1, '18.6'),
];

export const APP_VERSIONS = ['5.2.0', '5.2.1', '5.3.0', '5.4.0', '5.4.2', '5.5.0'] as const;

/** What the browser in which an ad is tapped calls itself. */
export function agentOf({ platform, model }: Phone, version: string): string {
  if (platform === 'ANDROID') {
    return `Mozilla/5.0 (Linux; Android ${version}; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36`;
  }
  const device = model.startsWith('iPad') ? 'iPad; CPU OS' : 'iPhone; CPU iPhone OS';
  return `Mozilla/5.0 (${device} ${version.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
}
