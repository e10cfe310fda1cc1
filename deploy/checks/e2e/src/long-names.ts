import { createAgent } from '@crm/contracts/http/agents.js';
import { createFollowup } from '@crm/contracts/http/followups.js';
import { setLeadPrice, setLeadStatus } from '@crm/contracts/http/leads.js';
import { createEmailTemplate, createSmsTemplate } from '@crm/contracts/http/templates.js';
import { customer } from './customer.js';
import { password } from './environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';

/** An unbreakable long word, and a long name of several words, for testing layouts. */
const longWord = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft';
export const longName = 'Maximiliana Konstantina Featherstonehaugh-Cholmondeley von Hohenzollern';
const lineOfLifeAgent = '+17375550100';

async function longAgent(admin: Caller, url: string): Promise<Caller> {
  const email = `${longWord.toLowerCase().slice(0, 60)}@a-mail-server-with-a-long-name.example.com`;
  const [fname = '', ...rest] = longName.split(' ');
  await admin.client.call(createAgent, {
    body: {
      role_id: 2,
      fname: `${fname} ${rest[0] ?? ''}`,
      lname: rest.slice(1).join(' '),
      email,
      password,
      phone: '(214)555-0191',
      twilio_phone: '',
      states: ['TX'],
      subroles: [1, 2],
    },
  });
  return callerFor(url, email);
}

async function prepare(url: string): Promise<void> {
  const [admin, dana] = [await callerFor(url, people.admin), await callerFor(url, people.lifeAgent)];
  const agent = await longAgent(admin, url);
  for (const [name, phone, status] of [
    [longName, '+12145550151', 'thinkingAboutIt'],
    [`Ann ${longWord}`, '+12145550152', 'condIssued'],
  ] as const) {
    for (const by of [dana, agent]) {
      const lead = await makeLead(by, name, by === dana ? { phone } : {});
      const params = { id: lead.id };
      await by.client.call(setLeadPrice, { params, body: { price: { mutual_of_omaha: 12_345.67 } } });
      await by.client.call(setLeadStatus, { params, body: { status } });
      await by.client.call(createFollowup, {
        body: {
          user_id: by.user.id,
          lead_id: lead.id,
          datetime: new Date(Date.now() + 3_600_000).toISOString(),
          priority: 1,
          description: `${longName} ${longWord}`,
        },
      });
    }
    for (const body of [`https://example.com/${longWord}/${longWord}`, `${longName}. `.repeat(4)])
      await customer({ url }, 'inbound-sms', { from: phone, to: lineOfLifeAgent, body });
  }
  await dana.client.call(createSmsTemplate, {
    body: { user_id: dana.user.id, title: `${longName} ${longWord}`.slice(0, 100), text: longWord },
  });
  await dana.client.call(createEmailTemplate, {
    body: { user_id: dana.user.id, name: longWord, title: longName, text: `<p>${longWord} ${longName}</p>` },
  });
}

const prepared = new Map<string, Promise<void>>();

/** Creates an agent, leads, texts, follow-ups, deals and templates with very long names, once per server. */
export function withLongNames({ url }: { url: string }): Promise<void> {
  const known = prepared.get(url) ?? prepare(url);
  prepared.set(url, known);
  return known;
}
