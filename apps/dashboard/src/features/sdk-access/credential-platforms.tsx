import { Smartphone } from 'lucide-react';

/** The apps that a signing key can be for. */
export const CREDENTIAL_PLATFORMS = [
  { value: 'IOS', title: 'iOS', icon: <Smartphone /> },
  { value: 'ANDROID', title: 'Android', icon: <Smartphone /> },
] as const;
