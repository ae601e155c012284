/** How many installs did something in their first window. */
export interface EventFrequency {
  name: string;
  installs: number;
}

const NEARLY_ALL = 0.95;

/** Whether an event distinguishes installs: opens, and what nearly every install does, say nothing about one of them. */
export const saysSomething = ({ name, installs }: EventFrequency, allInstalls: number): boolean =>
  name !== 'open' && installs > 0 && installs < NEARLY_ALL * allInstalls;
