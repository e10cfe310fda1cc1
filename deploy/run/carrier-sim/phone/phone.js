/* global document, fetch, setTimeout, btoa */

const pollMs = 1000;
const part = (id) => document.getElementById(id);
const [number, byHand, notice] = [part('number'), part('by-hand'), part('notice')];

let state;
let drawn = '';

async function act(name, input) {
  const answer = await fetch(`/_sim/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (answer.ok) return;
  const { message } = await answer.json();
  throw new Error(message);
}

/** Does it, says what went wrong, and looks again at once. */
async function attempt(work) {
  notice.textContent = '';
  try {
    await work();
  } catch (error) {
    notice.textContent = error.message;
  }
  await look();
}

const mine = () => number.value.replace(/[^+\d]/g, '');

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function button(text, className, label, work) {
  const made = element('button', text, className);
  made.type = 'button';
  made.setAttribute('aria-label', label);
  made.dataset.key = label;
  made.addEventListener('click', () => void attempt(work));
  return made;
}

const isOver = ({ status }) => ['completed', 'busy', 'failed', 'no-answer', 'canceled'].includes(status);
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

const words = {
  queued: 'being dialled',
  initiated: 'being dialled',
  ringing: 'ringing',
  'in-progress': 'connected',
  completed: 'over',
  busy: 'was busy',
  failed: 'did not get through',
  'no-answer': 'nobody answered',
  canceled: 'the caller gave up',
};

function statusOf(call) {
  const end = call.endedAt ?? state.now;
  const talked = call.answeredAt ? ` ${clock((new Date(end) - new Date(call.answeredAt)) / 1000)}` : '';
  return `${words[call.status]}${talked}`;
}

function card(call) {
  const other = call.from === mine() ? call.to : call.from;
  const direction = call.from === mine() ? 'To' : 'From';
  const made = element('li');
  made.dataset.live = String(!isOver(call));
  const text = element('div');
  text.append(element('p', `${direction} ${other}: ${statusOf(call)}`));
  if (!isOver(call) && call.doing) text.append(element('p', call.doing, 'doing'));
  made.append(text);
  if (isOver(call)) return made;
  const buttons = element('div', undefined, 'buttons');
  const { callSid } = call;
  if (call.to === mine() && call.status === 'ringing' && state.scripted[mine()]?.call === 'by hand') {
    buttons.append(
      button('Answer', 'go', `Answer ${other}`, () => act('answer', { callSid })),
      button('Refuse', 'stop', `Refuse ${other}`, () => act('refuse', { callSid })),
    );
  } else if (call.status === 'in-progress' || call.from === mine()) {
    if (call.listens)
      buttons.append(
        button('Press 1', 'go', `Press 1 for ${other}`, () => act('press', { callSid, keys: '1' })),
      );
    buttons.append(button('Hang up', 'stop', `Hang up on ${other}`, () => act('hangup', { callSid })));
  }
  made.append(buttons);
  return made;
}

function attached({ mediaSid, type }) {
  const url = `/_sim/media/${mediaSid}`;
  const link = element('a', type.startsWith('image/') ? undefined : `File (${type})`);
  link.href = url;
  link.target = '_blank';
  if (type.startsWith('image/'))
    link.append(Object.assign(element('img'), { src: url, alt: `Picture (${type})` }));
  return link;
}

function bubble({ from, body, status, media }) {
  const made = element('li');
  made.dataset.mine = String(from === mine());
  if (body !== '') made.append(element('span', body));
  made.append(...media.map(attached));
  made.append(element('small', from === mine() ? 'You' : `${from}, ${status}`));
  return made;
}

/** Only what changed is drawn, and the button that had the focus keeps it. */
function draw() {
  const calls = state.calls.filter(({ from, to }) => from === mine() || to === mine()).reverse();
  const texts = state.messages.filter(({ from, to }) => from === mine() || to === mine());
  const looks = JSON.stringify([
    mine(),
    calls.map((call) => [call, statusOf(call)]),
    texts,
    state.scripted[mine()],
  ]);
  if (looks === drawn) return;
  drawn = looks;
  const ringing = calls.find(({ to, status }) => to === mine() && status === 'ringing');
  const ring = ringing ? `${ringing.from} rings you` : '';
  if (part('ringing').textContent !== ring) part('ringing').textContent = ring;
  const focused = document.activeElement?.dataset?.key;
  part('calls').replaceChildren(...calls.slice(0, 20).map(card));
  part('texts').replaceChildren(...texts.slice(-30).map(bubble));
  part('no-calls').hidden = calls.length > 0;
  part('no-texts').hidden = texts.length > 0;
  byHand.checked = state.scripted[mine()]?.call === 'by hand';
  part('rented').replaceChildren(
    ...state.numbers.map((each) => Object.assign(element('option'), { value: each })),
  );
  if (focused)
    [...document.querySelectorAll('button')].find(({ dataset }) => dataset.key === focused)?.focus();
}

async function look() {
  const health = part('health');
  try {
    const answer = await fetch('/_sim/state');
    if (!answer.ok) throw new Error(`status ${String(answer.status)}`);
    state = await answer.json();
    const agents = state.devices.length;
    const text = `Connected; ${agents === 1 ? 'one agent device' : `${agents} agent devices`} online`;
    if (health.textContent !== text) health.textContent = text;
    draw();
  } catch {
    health.textContent = 'The carrier does not answer';
  }
}

async function watch() {
  await look();
  setTimeout(watch, pollMs);
}

byHand.addEventListener('change', () => {
  const script = byHand.checked ? { call: 'by hand' } : null;
  void attempt(() => act('script', { number: mine(), script }));
});
number.addEventListener('input', () => state && draw());
/** A chosen file as the carrier takes it. */
async function sentAlong(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { type: file.type || 'application/octet-stream', base64: btoa(text) };
}

part('call-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const to = part('call-to').value.replace(/[^+\d]/g, '');
  void attempt(() => act('inbound-call', { from: mine(), to }));
});
part('text-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const to = part('text-to').value.replace(/[^+\d]/g, '');
  void attempt(async () => {
    const media = await Promise.all([...part('text-files').files].map(sentAlong));
    await act('inbound-sms', { from: mine(), to, body: part('text-body').value, media });
    part('text-form').reset();
    part('text-to').value = to;
  });
});
void watch();
