import { licenceExpiring, type EndingLicence } from '@crm/contracts/bus/licence-events.js';
import { listNotifications, readNotification } from '@crm/contracts/http/notifications.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';
import { endingSentence } from './licence-notices.js';

let server: MessagingServer;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(() => server.stop());

const inVermont: EndingLicence = { state: 'VT', line: 'life', until: '2026-12-20', days: 30 };
const listOf = async (who: SignedIn) =>
  (await who.client.call(listNotifications, { params: { id: who.user.id } })).answer.notifications;

test('the end of a licence is known to its agent and the admins, once, until each has read it', async () => {
  const agent = await server.signIn();
  const { id: user_id, fullname } = agent.user;
  await server.send(licenceExpiring, { user_id, fullname, licences: [inVermont] }, 2);
  const known = {
    type: 'licence',
    lead_id: null,
    lead_name: fullname,
    body: 'Life licence for Vermont ends on 12/20/2026',
  };
  const [own] = await listOf(agent);
  expect(await listOf(agent)).toMatchObject([{ ...known, user_id }]);
  const ofAdmins = async () => (await listOf(server.admin)).filter(({ type }) => type === 'licence');
  expect(await ofAdmins()).toMatchObject([{ ...known, user_id: 0 }]);
  await agent.client.call(readNotification, { params: { id: own?.id ?? '' } });
  expect([await listOf(agent), (await ofAdmins()).length]).toEqual([[], 1]);
});

test.each<[EndingLicence[], string]>([
  [[{ ...inVermont, days: 0 }], 'Life licence for Vermont ended on 12/20/2026'],
  [[{ ...inVermont, until: '2026-12-31' }, inVermont], '2 licences end soon, the first on 12/20/2026'],
  [
    [
      { ...inVermont, days: 0 },
      { ...inVermont, line: 'health', days: 0 },
    ],
    '2 licences have ended',
  ],
])('%j is %p', (licences, sentence) => {
  expect(endingSentence(licences)).toBe(sentence);
});
