import type { z } from 'zod';
import type { importFinished, importProgressed } from '@crm/contracts/bus/events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { roleRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Step } from './steps.js';

type Progress = z.output<(typeof importProgressed)['data']> | z.output<(typeof importFinished)['data']>;

// The lists concerned learn of an import from its lead.created events, counted per room: those alone name type and source.
const progressSteps = ({ import_id, read, saved, refused, duplicates }: Progress, done: boolean): Step[] => [
  emissionOf('importProgress', { import_id, read, saved, refused, duplicates, done }, [
    roleRoom(roles.admin),
  ]),
];

/** `import.progressed` */
export const importProgressSteps = (data: z.output<(typeof importProgressed)['data']>) =>
  progressSteps(data, false);

/** `import.finished` */
export const importFinishedSteps = (data: z.output<(typeof importFinished)['data']>) =>
  progressSteps(data, true);
