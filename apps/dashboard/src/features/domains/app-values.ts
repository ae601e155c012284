import { zodResolver } from '@hookform/resolvers/zod';
import { AndroidApp, IosApp } from '@trailmark/contract/domains';
import { z } from 'zod';

/** What the forms hold: lists are lines of text. */
export interface IosValues {
  ios_apps: { team_id: string; bundle_id: string; paths: string }[];
}
export interface AndroidValues {
  android_apps: { package: string; sha256_fingerprints: string }[];
}

/** One of each line; commas separate too, since people paste lists. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]+/)
    .map((line) => line.trim())
    .filter(Boolean);
}

const IosForm = z.object({ ios_apps: z.array(IosApp).min(1, 'names no app') });
const AndroidForm = z.object({ android_apps: z.array(AndroidApp).min(1, 'names no app') });

export type FilledIos = z.output<typeof IosForm>;
export type FilledAndroid = z.output<typeof AndroidForm>;

export const iosResolver = zodResolver(
  z
    .custom<IosValues>()
    .transform(({ ios_apps }) => ({
      ios_apps: ios_apps.map(({ paths, ...app }) => {
        const lines = linesOf(paths);
        return lines.length > 0 ? { ...app, paths: lines } : app;
      }),
    }))
    .pipe(IosForm),
);

export const androidResolver = zodResolver(
  z
    .custom<AndroidValues>()
    .transform(({ android_apps }) => ({
      android_apps: android_apps.map((app) => ({
        ...app,
        sha256_fingerprints: linesOf(app.sha256_fingerprints),
      })),
    }))
    .pipe(AndroidForm),
);

export const EMPTY_IOS: IosValues['ios_apps'][number] = { team_id: '', bundle_id: '', paths: '' };
export const EMPTY_ANDROID: AndroidValues['android_apps'][number] = { package: '', sha256_fingerprints: '' };

export function iosValues(apps: IosApp[] | null): IosValues {
  const filled = apps?.map(({ paths, ...app }) => ({ ...app, paths: paths?.join('\n') ?? '' }));
  return { ios_apps: filled ?? [EMPTY_IOS] };
}

export function androidValues(apps: AndroidApp[] | null): AndroidValues {
  const filled = apps?.map((app) => ({ ...app, sha256_fingerprints: app.sha256_fingerprints.join('\n') }));
  return { android_apps: filled ?? [EMPTY_ANDROID] };
}
