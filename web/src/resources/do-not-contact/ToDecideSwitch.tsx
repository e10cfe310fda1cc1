import Box from '@mui/material/Box';
import { useGetList, useListContext } from 'react-admin';
import { z } from 'zod';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { SegmentsOf } from '../../controls/SegmentsOf.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { shownCount } from '../../i18n/shown-numbers.js';
import { filterValues } from '../../lists/filter-values.js';
import { useSubscribeToRecords } from '../../providers/useSubscribe.js';

const toDecide = { decision: ['open'] };
const isToDecide = z.looseObject({ decision: z.tuple([z.literal('open')]) });

/** The whole list, or what nobody has decided about yet, with how many those are. */
export function ToDecideSwitch() {
  const translate = useContactRuleMessages();
  const { setFilters, ...list } = useListContext();
  const open = useGetList(doNotContact.name, { pagination: { page: 1, perPage: 1 }, filter: toDecide });
  useSubscribeToRecords(doNotContact.name, () => void open.refetch());
  const values = filterValues.parse(list.filterValues);
  const { decision: _decision, ...others } = values;
  const count = shownCount(open.total ?? 0);
  return (
    <Box sx={{ width: 280 }}>
      <SegmentsOf
        label={translate('crm.doNotContact.show')}
        value={isToDecide.safeParse(values).success ? 'open' : 'all'}
        choices={[
          { value: 'all', text: translate('crm.doNotContact.all') },
          { value: 'open', text: translate('crm.doNotContact.toDecide', { count }) },
        ]}
        onPick={(picked) => {
          setFilters(picked === 'open' ? { ...others, ...toDecide } : others, undefined, false);
        }}
      />
    </Box>
  );
}
