import { renderHook } from '@testing-library/react';
import { exampleHealthLead } from '@crm/contracts/entities/example-health-lead.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { loadHealthForm } from '@crm/contracts/leads/health-form-wire.rules.js';
import type { HealthForm } from '@crm/contracts/leads/health-form.rules.js';
import { loadLifeForm } from '@crm/contracts/leads/life-form-wire.rules.js';
import { useWords } from '../../i18n/useWords.js';
import { shownConflicts } from '../health-form/shown-conflicts.js';
import { shownFieldValue } from '../life-form/field-words.js';
import type { FieldConflict } from '../../conflict/merge-forms.rules.js';

const words = () => renderHook(() => useWords()).result.current;
const phones = { phone: '(214)555-0196', second_phone: '' };

describe('a phone that two people changed is shown as everywhere, not as it is typed', () => {
  it('of a life lead', () => {
    const form = { ...loadLifeForm(exampleLifeLead), ...phones };
    expect(shownFieldValue('phone', form, words(), [])).toBe('(214) 555-0196');
    expect(shownFieldValue('second_phone', form, words(), [])).toBe('');
  });

  it('of a health lead', () => {
    const form = { ...loadHealthForm(exampleHealthLead), ...phones };
    const texts = { condition: String, company: String };
    const conflicts: FieldConflict<keyof HealthForm>[] = [{ id: 'phone', fields: ['phone'] }];
    const [shown] = shownConflicts(conflicts, { mine: form, theirs: form }, words(), texts);
    expect(shown?.lines.mine).toMatchObject([{ text: '(214) 555-0196' }]);
  });
});
