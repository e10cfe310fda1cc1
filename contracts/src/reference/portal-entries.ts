import type { PortalEntry } from './reference-list.js';

const link = (code: string, text: string, url: string): PortalEntry => ({
  code,
  text,
  active: true,
  kind: 'link',
  url,
  instructions: '',
});

const instructions = (code: string, text: string, html: string): PortalEntry => ({
  code,
  text,
  active: true,
  kind: 'instructions',
  url: '',
  instructions: html,
});

/** The 15 application portals as a new system has them, sorted by name (rule L36). */
export const builtInPortals: readonly PortalEntry[] = [
  link('aetna', 'Aetna Senior Products', 'https://www.aetnaseniorproducts.com'),
  link('ambetter', 'Ambetter', 'https://broker.ambetterhealth.com'),
  link('american_amicable', 'American Amicable', 'https://www.americanamicable.com'),
  instructions(
    'american_general',
    'American General',
    '<p>Guaranteed issue is applied for on paper or by phone.</p><ol><li>Have the customer beside the phone with a bank account and the beneficiary’s date of birth.</li><li>Call the application line with your agent number and read the disclosure word for word.</li><li>Add the customer for the voice signature and stay on the line.</li><li>Write the policy number and the draft date on the lead, then set the status In application.</li></ol>',
  ),
  link('americo', 'Americo', 'https://www.americo.com'),
  link('banner', 'Banner Life', 'https://www.lgamerica.com'),
  link('foresters', 'Foresters Financial', 'https://www.foresters.com'),
  instructions(
    'gerber',
    'Gerber Life',
    '<p>Gerber takes applications through the agency’s own link alone.</p><ol><li>Ask your manager for this month’s link: a policy sold through the public site pays no commission.</li><li>Fill the form in with the customer on the line. There are no health questions.</li><li>Let the customer sign by e-mail before you hang up.</li></ol>',
  ),
  link('healthcare_gov', 'HealthCare.gov for agents', 'https://www.healthcare.gov'),
  link('humana', 'Humana', 'https://www.humana.com/agent'),
  link('liberty_bankers', 'Liberty Bankers Life', 'https://www.lbig.com'),
  link('mutual_of_omaha', 'Mutual of Omaha', 'https://www.mutualofomaha.com'),
  instructions(
    'royal_neighbors',
    'Royal Neighbors',
    '<p>The application is electronic, the interview is by phone.</p><ol><li>Sign in to the agent site and start an e-application.</li><li>Before you submit it, call the interview line with the customer and note the confirmation number.</li><li>Enter that number on the last page: without it the application waits.</li></ol>',
  ),
  link('transamerica', 'Transamerica', 'https://www.transamerica.com'),
  link('unitedhealthcare', 'UnitedHealthcare', 'https://www.uhcjarvis.com'),
];
