import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { useBulkMessages } from '../../i18n/bulk.en.js';
import { usePaletteMessages } from '../../i18n/palette.en.js';
import { shownCount } from '../../i18n/shown-numbers.js';
import { useCommands } from '../../shortcuts/commands.js';
import { useReceivers } from '../useAssignees.js';

interface Options {
  count: number;
  assign: (agent: AgentChoice, name: string) => void;
  /** Missing for whoever may not. */
  send?: () => void;
  /** Asks first; missing for whoever may not. */
  remove?: () => void;
}

/** What can be done with the checked leads, offered in the overlay. */
export function useBulkCommands({ count, assign, send, remove }: Options): void {
  const translate = usePaletteMessages();
  const bulk = useBulkMessages();
  const useChoices = () => {
    const { data, isError } = useReceivers();
    return {
      isError,
      choices: data?.map(({ id, fullname, email }) => ({
        id: String(id),
        label: fullname,
        note: email,
        run: () => {
          assign(id, fullname);
        },
      })),
    };
  };
  useCommands(
    count === 0
      ? undefined
      : {
          title: translate('crm.palette.checked', { smart_count: count, count: shownCount(count) }),
          commands: [
            {
              id: 'assign-checked',
              label: translate('crm.palette.assignTo'),
              Icon: PersonAddAltOutlined,
              act: { useChoices },
            },
            ...(send === undefined
              ? []
              : [{ id: 'send-checked', label: bulk('crm.bulk.send'), Icon: SendOutlined, act: send }]),
            ...(remove === undefined
              ? []
              : [
                  { id: 'delete-checked', label: bulk('crm.bulk.delete'), Icon: DeleteOutlined, act: remove },
                ]),
          ],
        },
  );
}
