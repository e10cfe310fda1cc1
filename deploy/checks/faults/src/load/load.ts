import type { FaultEnvironment } from '../environment.js';
import { deliverLeads, uploadFiles } from './bring-leads.js';
import { newLedger, type Ledger } from './ledger.js';
import { makeCalls } from './make-calls.js';
import { workLeads } from './work-leads.js';
import { answerTexts, writeTexts } from './write-texts.js';

export interface Load {
  ledger: Ledger;
  /** Resolves once every client has the outcome of its last action. */
  stop(): Promise<void>;
}

/** The load: creating and saving leads, sending and answering texts, calling, delivering and uploading leads. */
export function startLoad({ desks, admin, apiKey, carrierUrl }: FaultEnvironment): Load {
  const ledger = newLedger();
  let isOver = false;
  const over = () => isOver;
  const working = desks.flatMap(({ agent, customer }, index) => {
    // One client per activity, two for leads.
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
