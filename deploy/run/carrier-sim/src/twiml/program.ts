import { endLeg, hasEnded, legParams } from '../legs/leg.js';
import type { Carrier, Leg, Params, Program } from '../model.js';
import { dial } from './dial.js';
import { enqueue, leave } from './enqueue.js';
import { gather } from './gather.js';
import { TwimlError, parseTwiml, type Element } from './parse.js';
import { record } from './record.js';
import type { Next, Run, Source, Verb } from './run.js';
import { hangup, pause, play, redirect, reject, say } from './simple-verbs.js';
import { queueVerbs } from './vocabulary.js';

const verbs: Readonly<Record<string, Verb>> = {
  Dial: dial,
  Play: play,
  Say: say,
  Pause: pause,
  Record: record,
  Hangup: hangup,
  Reject: reject,
  Redirect: redirect,
  Enqueue: enqueue,
  Leave: leave,
  Gather: gather,
};

/** Redirect loops are stopped after this many documents. */
const maxDocuments = 50;

interface Document {
  verbs: Element[];
  base: string;
}

async function load(carrier: Carrier, leg: Leg, source: Source): Promise<Document> {
  if (source.from === 'text') return { verbs: parseTwiml(source.twiml), base: 'https://twiml.invalid/' };
  const params: Params = { ...source.params, ...legParams(carrier, leg) };
  const answer = await carrier.hooks.ask({ url: source.url, method: source.method, params });
  if (answer.status < 200 || answer.status >= 300) {
    const why = answer.status === 0 ? (answer.failure ?? 'nothing') : String(answer.status);
    throw new TwimlError(11200, `${source.url} answered ${why}`);
  }
  if (!/^(text|application)\/xml\b/.test(answer.type))
    throw new TwimlError(12300, `${source.url} answered ${answer.type || 'no type'} instead of XML`);
  const text = answer.body.toString('utf8');
  carrier.trace.add('twiml', new URL(source.url).pathname, { callSid: leg.sid, twiml: text });
  return { verbs: parseTwiml(text), base: source.url };
}

async function follow(run: Run, document: Document): Promise<Next> {
  for (const element of document.verbs) {
    if (run.signal.aborted) return 'end';
    const verb = verbs[element.name];
    if (!verb) throw new TwimlError(12100, `<${element.name}> is not known`);
    if (run.isQueued && !queueVerbs.has(element.name))
      throw new TwimlError(12100, `<${element.name}> is not allowed in a queue`);
    const next = await verb({ ...run, base: document.base }, element);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** The waiting documents of a queue begin again after the last one, until the caller leaves, hangs up or is moved. */
async function runQueued(run: Run, first: Source, params: () => Params): Promise<'left' | 'over'> {
  const queued: Run = { ...run, isQueued: true };
  let source = first;
  let before = -1;
  for (let atOnce = 0; !run.signal.aborted; atOnce += 1) {
    const now = run.carrier.clock.now().getTime();
    if (now > before) atOnce = 0;
    before = now;
    if (atOnce === maxDocuments) throw new TwimlError(12200, 'The documents lead in circles');
    const told =
      source.from === 'address' ? { ...source, params: { ...params(), ...source.params } } : source;
    const document = await load(run.carrier, run.leg, told);
    const next = run.signal.aborted ? 'end' : await follow(queued, document);
    if (next === 'leave') return 'left';
    if (next === 'end') return 'over';
    source = next?.source ?? first;
  }
  return 'over';
}

async function runAll(run: Run, first: Source): Promise<void> {
  let source: Source | undefined = first;
  for (let count = 0; source && !run.signal.aborted; count += 1) {
    if (count === maxDocuments) throw new TwimlError(12200, 'The documents lead in circles');
    const document: Document = await load(run.carrier, run.leg, source);
    const next: Next = run.signal.aborted ? 'end' : await follow(run, document);
    source = typeof next === 'object' ? next.source : undefined;
  }
}

/** A called party may hear a document first, which runs without ending its leg. */
async function runOn(carrier: Carrier, leg: Leg, source: Source): Promise<void> {
  const stop = new AbortController();
  const program: Program = { stop, doing: 'hears an announcement' };
  leg.program = program;
  const run = newRun(carrier, leg, program);
  try {
    await follow(run, await load(carrier, leg, source));
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    fail(carrier, leg, error);
  } finally {
    if (leg.program === program) leg.program = undefined;
  }
}

function newRun(carrier: Carrier, leg: Leg, program: Program): Run {
  return {
    carrier,
    leg,
    signal: program.stop.signal,
    base: 'https://twiml.invalid/',
    say: (doing) => {
      program.doing = doing;
    },
    runOn: (other, source) => runOn(carrier, other, source),
    isQueued: false,
    runQueued(source, params) {
      return runQueued(this, source, params);
    },
  };
}

function fail(carrier: Carrier, leg: Leg, { code, message }: TwimlError): void {
  carrier.trace.add('error', `${String(code)}: ${message}`, { callSid: leg.sid, code, message });
  endLeg(carrier, leg, 'failed', 'carrier', { code, message });
}

async function runProgram(run: Run, source: Source): Promise<void> {
  const { carrier, leg } = run;
  try {
    await runAll(run, source);
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    if (run.signal.aborted) return;
    const { fallback } = leg;
    if (!fallback) {
      fail(carrier, leg, error);
      return;
    }
    carrier.trace.add('error', `${String(error.code)}: ${error.message}`, {
      callSid: leg.sid,
      code: error.code,
    });
    leg.fallback = undefined;
    const params = { ErrorCode: String(error.code), ErrorUrl: source.from === 'address' ? source.url : '' };
    await runProgram(run, { from: 'address', ...fallback, params });
  }
}

/** Runs a document on a leg: at its start, or in place of whatever was running, which then stops. */
export function startProgram(carrier: Carrier, leg: Leg, source: Source): void {
  if (hasEnded(leg)) return;
  leg.program?.stop.abort('redirected');
  const program: Program = { stop: new AbortController(), doing: 'begins' };
  leg.program = program;
  leg.detach?.();
  const run = newRun(carrier, leg, program);
  runProgram(run, source).then(
    () => {
      if (!run.signal.aborted) endLeg(carrier, leg, 'completed', 'carrier');
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      fail(carrier, leg, new TwimlError(13000, message));
    },
  );
}
