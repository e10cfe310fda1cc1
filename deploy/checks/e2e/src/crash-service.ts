import type { OwnProcesses } from '@crm/local/processes/own-processes.js';

/** Kills every process of a service at once, and waits until others have taken their places. */
export async function crashService({ system }: OwnProcesses, name: string): Promise<void> {
  const victims = [...system.processes.values()].filter((each) => each.name.startsWith(`${name}-`));
  if (victims.length === 0) throw new Error(`No process of ${name} runs`);
  await Promise.all(victims.map((victim) => victim.crash()));
  await Promise.all(victims.map((victim) => victim.whenReady(60_000)));
}
