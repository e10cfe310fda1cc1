import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionOfRows } from '@crm/contracts/http/permission.js';
import { noErrors, signedIn } from './browser.js';
import { comesTrue } from './by-keyboard.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { arrivedAt, button, heldHere, leadBar } from './steps.js';

const own = ownEnvironment({ leads: 20 });
const telephone = { width: 390, height: 844 };

void test('a lead is worked from its row: its status by the pointer, its preview by the space bar', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  const second = await makeLead(dana, 'Ben Below');
  const first = await makeLead(dana, 'Ana Above');
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await page.goto(`/life?filter=${encodeURIComponent('{"source":3}')}`);

  await page.getByRole('row', { name: /Ana Above/ }).hover();
  const tools = page.getByRole('toolbar', { name: 'Actions for Ana Above' });
  await button(tools, 'Status').click();
  const dialog = page.getByRole('dialog', { name: 'Status' });
  await dialog.getByRole('radio', { name: 'Agreement', exact: true }).click();
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('row', { name: /Ana Above/ })
    .getByText('Agreement')
    .waitFor();
  assert.equal(new URL(page.url()).pathname, '/life');

  await page.getByRole('link', { name: 'Ana Above' }).focus();
  await page.keyboard.press('Space');
  const preview = (name: string) => page.getByRole('complementary', { name: `Preview of ${name}` });
  await preview('Ana Above')
    .getByText(/Agreement/)
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await preview('Ben Below').waitFor();
  await page.keyboard.press('Escape');
  await preview('Ben Below').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await arrivedAt(page, `/lead/${first.id}`);
  assert.notEqual(first.id, second.id);
  noErrors(window);
});

void test('on a phone a row is two lines and the bar of a lead has status, call and a menu', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  const lead = await makeLead(dana, 'Pat Phone');
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await page.setViewportSize(telephone);
  const widest = () => page.evaluate('document.documentElement.scrollWidth');
  const filter = encodeURIComponent('{"source":3}');
  for (const address of ['/', `/life?filter=${filter}`, '/follow-ups', `/lead/${lead.id}`]) {
    await page.goto(address);
    await page.locator('main').getByText('Pat Phone').or(page.getByText(/match/)).first().waitFor();
    await window.settled();
    assert.equal(await widest(), telephone.width, address);
  }
  await page.goto(`/life?filter=${filter}`);
  const row = page.getByRole('row', { name: /Pat Phone/ });
  const [name, chip] = [row.getByText('Pat Phone'), row.getByText('New lead')];
  const boxes = await Promise.all([name.boundingBox(), chip.boundingBox(), row.boundingBox()]);
  const [nameBox, chipBox, rowBox] = boxes;
  assert.ok(nameBox && chipBox && rowBox);
  assert.ok(rowBox.height <= 72, `The row is ${String(rowBox.height)} high`);
  assert.ok(chipBox.x + chipBox.width <= telephone.width, 'The status is cut');

  await row.getByText('Pat Phone').click();
  await arrivedAt(page, `/lead/${lead.id}`);
  await heldHere(page);
  const bar = leadBar(page);
  for (const name of ['Status', 'Call', 'More']) await button(bar, name).waitFor();
  assert.equal(await button(bar, 'Edit').count(), 0);
  await button(bar, 'More').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog', { name: 'Client information' }).waitFor();
  noErrors(window);
});

void test('a phone stands in line with its row where nobody says whether it may be called', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  await makeLead(dana, 'Lou Level', { phone: '+12145550361' });
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  const refused = page.waitForResponse((answer) => answer.status() === 500);
  await page.route(`**${permissionOfRows.path}`, (route) => route.fulfill({ status: 500 }));
  await page.goto(`/life?filter=${encodeURIComponent('{"source":3}')}`);
  const row = page.getByRole('row', { name: /Lou Level/ });
  await refused;
  const middleOf = async (text: string) => {
    const { y = 0, height = 0 } = (await row.getByText(text, { exact: true }).boundingBox()) ?? {};
    return y + height / 2;
  };
  await comesTrue(
    'The phone is higher or lower than its row',
    async () => Math.abs((await middleOf('(214) 555-0361')) - (await middleOf('Lou Level'))) < 2,
  );
  noErrors(window);
});

void test('filters are saved as a view, which is there after a reload and for others once it is shared', async () => {
  const [boss, agent] = [
    await signedIn(own.browser, own.environment.url, people.admin),
    await signedIn(own.browser, own.environment.url, people.lifeAgent),
  ];
  const filter = encodeURIComponent('{"source":3,"state":["TX","OK"]}');
  await boss.page.goto(`/life?filter=${filter}`);
  await button(boss.page, 'Save view…').click();
  const dialog = boss.page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('South by hand');
  await dialog.getByRole('checkbox', { name: 'Share with everyone' }).check();
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'hidden' });
  const tab = ({ page }: typeof boss) => page.getByRole('tab', { name: /^South by hand/ });
  await tab(boss).waitFor();
  await boss.page.goto('/life');
  await tab(boss).click();
  await boss.page.getByRole('button', { name: 'Remove Texas' }).waitFor();

  await agent.page.goto('/life');
  await tab(agent).click();
  await agent.page.getByRole('button', { name: 'Remove Oklahoma' }).waitFor();
  assert.equal(await button(agent.page, 'Options of South by hand').count(), 0);
  await button(boss.page, 'Options of South by hand').click();
  await boss.page.getByRole('menuitem', { name: 'Delete' }).click();
  await tab(boss).waitFor({ state: 'detached' });
  for (const window of [boss, agent]) noErrors(window);
});
