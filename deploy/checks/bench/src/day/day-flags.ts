import { z } from 'zod';

/** Default number of leads per agent. */
const leadsPerAgent = 200;

const whole = (otherwise: number) => z.coerce.number().int().positive().default(otherwise);

/** Options of `npm run bench -- day`, as on the command line: `--minutes 1 --agents 50`. */
export const dayFlags = z
  .object({
    minutes: z.coerce.number().positive().default(10),
    agents: whole(500),
    leads: z.coerce.number().int().positive().optional(),
    /** Rows per uploaded file. */
    rows: whole(3_000),
    gateways: whole(2),
    /** Processes per service. */
    replicas: whole(1),
    /** Seed of actions and pauses. */
    seed: whole(1),
  })
  .transform(({ leads, ...flags }) => ({ ...flags, leads: leads ?? flags.agents * leadsPerAgent }));
export type DayFlags = z.output<typeof dayFlags>;

/** The same for `parseArgs`: each is a word behind its name. */
export const dayArguments = {
  minutes: { type: 'string' },
  agents: { type: 'string' },
  leads: { type: 'string' },
  rows: { type: 'string' },
  gateways: { type: 'string' },
  replicas: { type: 'string' },
  seed: { type: 'string' },
} as const satisfies Record<keyof DayFlags, { type: 'string' }>;
