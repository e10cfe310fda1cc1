const before = 'scripts/';

/** The key, and so the address, of the tab of an agent's own script. */
export const scriptTabKey = (scriptId: string) => `${before}${scriptId}`;

/** The script that a tab is of. */
export const scriptOfTab = (key: string) => key.slice(before.length);
