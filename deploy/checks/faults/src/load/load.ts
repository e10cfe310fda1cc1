import type { FaultEnvironment } from '../environment.js';
import { deliverLeads, uploadFiles } from './bring-leads.js';
import { newLedger, type Ledger } from './ledger.js';
import { makeCalls } from './make-calls.js';
import { workLeads } from './work-leads.js';
import { answerTexts, writeTexts } from './write-texts.js';

export interface Load {
  ledger: Ledger;
  /** Resolves once everybody has heard what became of the last thing they did. */
  stop(): Promise<void>;
}

/** Everybody works: leads are made and saved, texts sent and answered, calls made, leads delivered and uploaded. */
export function startLoad({ desks, admin, apiKey, carrierUrl }: FaultEnvironment): Load {
  const ledger = newLedger();
  let isOver = false;
  const over = () => isOver;
  const working = desks.flatMap(({ agent, customer }, index) => {
    // Each desk does one thing, and leads are worked at two.
    if (index < 2) return [workLeads(agent, ledger, over)];
    if (index < 4)
      return [writeTexts(agent, customer, ledger, over), answerTexts(carrierUrl, customer, over)];
    return [makeCalls(agent, carrierUrl, customer, ledger, over)];
  });
  working.push(deliverLeads(admin, apiKey, ledger, over), uploadFiles(admin, ledger, over));
  return {
    ledger,
    stop: async () => {
      isOver = true;
      await Promise.all(working);
    },
  };
}
