import { PROJECT_WORDS, type ProjectWords } from '@trailmark/contract/project-words';
import { useProject } from './current-project.tsx';

/** What the selected project calls its installs, opens and devices; only where a project is selected. */
export function useProjectWords(): ProjectWords {
  return PROJECT_WORDS[useProject().platform];
}
