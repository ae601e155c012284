import { linkOfName } from '@trailmark/core/links/link-of-name';
import type { LinkTarget } from '@trailmark/core/links/link-target';
import type { ProjectLinks } from './store.ts';

/** What this process has of the links, by every name that a request can use. */
export interface LinkCopy {
  bySlug(slug: string): LinkTarget | undefined;
  /** A link of one project by slug or by the display id of its campaign. */
  byName(projectId: string, name: string): LinkTarget | undefined;
  projectOfHost(host: string): string | undefined;
  projectIds(): string[];
  /** Takes a project's links in the place of those it had; says whether anything is different. */
  replace(project: ProjectLinks): boolean;
  /** Everything as text, one line for each project. */
  lines(): string[];
}

interface Part extends ProjectLinks {
  text: string;
}

const displayKey = (projectId: string, displayId: string) => `${projectId}/${displayId.toLowerCase()}`;

export function createLinkCopy(): LinkCopy {
  const parts = new Map<string, Part>();
  const slugs = new Map<string, LinkTarget>();
  const displayIds = new Map<string, LinkTarget>();
  const hosts = new Map<string, string>();

  const forget = (part: Part) => {
    for (const link of part.links) {
      slugs.delete(link.slug);
      if (link.isDefault) displayIds.delete(displayKey(part.projectId, link.displayId));
    }
    // A host may have gone to another project, whose links came first.
    for (const host of part.hosts) if (hosts.get(host) === part.projectId) hosts.delete(host);
  };

  const remember = (part: Part) => {
    for (const link of part.links) {
      slugs.set(link.slug, link);
      if (link.isDefault) displayIds.set(displayKey(part.projectId, link.displayId), link);
    }
    for (const host of part.hosts) hosts.set(host, part.projectId);
  };

  return {
    bySlug: (slug) => slugs.get(slug),
    byName: (projectId, name) => {
      const link = slugs.get(name);
      const bySlug = link?.projectId === projectId ? link : undefined;
      return linkOfName(bySlug, displayIds.get(displayKey(projectId, name))) ?? undefined;
    },
    projectOfHost: (host) => hosts.get(host),
    projectIds: () => [...parts.keys()],
    replace(project) {
      const text = JSON.stringify(project);
      const old = parts.get(project.projectId);
      const isEmpty = project.links.length === 0 && project.hosts.length === 0;
      if (old ? old.text === text : isEmpty) return false;
      if (old) forget(old);
      const part = { ...project, text };
      if (isEmpty) parts.delete(project.projectId);
      else parts.set(project.projectId, part);
      remember(part);
      return true;
    },
    lines: () => [...parts.values()].map(({ text }) => text),
  };
}
