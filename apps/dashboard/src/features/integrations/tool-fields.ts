import { TOOLS, Tool } from '@trailmark/contract/analytics-tools';

export const ALL_TOOLS: readonly Tool[] = Tool.options;

/** Of an address; null where there is no such tool. */
export function readTool(text: string): Tool | null {
  return ALL_TOOLS.find((tool) => tool === text) ?? null;
}

/** What a tool is for, in a few words. */
export const TOOL_TEXT: Record<Tool, string> = {
  mixpanel: 'Product analytics.',
  amplitude: 'Product analytics.',
  posthog: 'Product analytics, in its cloud or on a server of your own.',
  clevertap: 'Messages to the people who use your app.',
  moengage: 'Messages to the people who use your app.',
};

export interface CredentialField {
  name: string;
  label: string;
  hint: string;
  pattern: RegExp;
}

/** What it takes to connect a tool, in the order in which it is asked for. */
export function credentialsOf(tool: Tool): CredentialField[] {
  const credentials: Readonly<Record<string, Omit<CredentialField, 'name'>>> = TOOLS[tool].credentials;
  return Object.entries(credentials).map(([name, field]) => ({ name, ...field }));
}

/** Numbered data centres by their number: keys of digits come first whatever their order in the list. */
export function regionsOf(tool: Tool): { value: string; label: string }[] {
  const regions: Readonly<Record<string, string>> = TOOLS[tool].regions;
  return Object.entries(regions)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => (one.value === one.label ? one.label.localeCompare(other.label) : 0));
}

/** Where a tool's server is, in words. */
export function serverWords(tool: Tool, { region, host }: { region: string; host: string | null }): string {
  return host ?? regionsOf(tool).find(({ value }) => value === region)?.label ?? region;
}
