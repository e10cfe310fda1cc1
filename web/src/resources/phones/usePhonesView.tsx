import DialpadOutlined from '@mui/icons-material/DialpadOutlined';
import { statePhones } from '@crm/contracts/resources/state-phone.js';
import { AccountPhoneField } from '../../carrier/AccountPhoneField.js';
import { CountedPhoneInput } from '../../fields/CountedPhoneInput.js';
import { usePhoneMessages } from '../../i18n/phones.en.js';
import { defaultView } from '../default-view.js';

/** How the numbers of the states look: on their page, and in the dialog of the settings menu. */
export function usePhonesView() {
  const translate = usePhoneMessages();
  return defaultView(statePhones, {
    Icon: DialpadOutlined,
    emptyText: translate('crm.phones.failed'),
    columns: {
      name: { width: 160 },
      phone: { width: 150 },
      codes: { width: 420 },
      announce: { width: 110 },
    },
    inputs: {
      phone: <CountedPhoneInput source="phone" field={statePhones.fields.phone} Entry={AccountPhoneField} />,
    },
    dialog: { isStrict: true },
    words: { changeTitle: translate('crm.phones.title'), update: translate('crm.phones.save') },
  });
}
