import { legParams } from '../legs/leg.js';
import { addressIn, methodOf } from './attributes.js';
import { dialConference } from './dial-conference.js';
import { dialParties } from './dial-parties.js';
import { TwimlError, type Element } from './parse.js';
import { wasEnded, type Run, type Verb } from './run.js';

function talk(run: Run, dial: Element) {
  const [first] = dial.children;
  if (first?.name === 'Conference') {
    if (dial.children.length > 1) throw new TwimlError(12100, '<Conference> must be alone in its <Dial>');
    return dialConference(run, first);
  }
  const parties = dial.children.length > 0 ? dial.children : [{ ...dial, name: 'Number', attributes: {} }];
  if (parties.length > 10) throw new TwimlError(13226, '<Dial> rings ten parties at most');
  return dialParties(run, dial, parties);
}

export const dial: Verb = async (run, element) => {
  const notified = await talk(run, element);
  const url = addressIn(element, 'action', run.base);
  const method = methodOf(element, 'method');
  if (run.signal.aborted) {
    // The action is also requested after the caller hung up, but its document is ignored.
    if (url !== undefined && wasEnded(run)) {
      const params = { ...legParams(run.carrier, run.leg), ...notified };
      await run.carrier.hooks.ask({ url, method, params });
    }
    return 'end';
  }
  return url === undefined ? undefined : { source: { from: 'address', url, method, params: notified } };
};
