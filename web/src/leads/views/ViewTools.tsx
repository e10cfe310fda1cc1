import { Suspense, useEffect, useState } from 'react';
import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined';
import Button from '@mui/material/Button';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { SavedView } from '@crm/contracts/http/lead-views.js';
import { useViewMessages } from '../../i18n/views.en.js';
import { lazyPart } from '../../loading/lazy-part.js';
import { useCurrentUser, useRight } from '../../session/SessionContext.js';
import type { LeadFilterValues } from '../filters/lead-filters.rules.js';
import type { LeadView } from './lead-views.rules.js';
import { useViewChanges } from './useSavedViews.js';
import { ViewMenu } from './ViewMenu.js';

const ViewDialog = lazyPart(() => import('./ViewDialog.js'));

interface Props {
  type: TypeId;
  /** The view that the filters are. */
  chosen: LeadView | undefined;
  values: LeadFilterValues;
}

/** Saves the filters as a view where they are none yet, and changes the saved one that is, or was, chosen. */
export function ViewTools({ type, chosen, values }: Props) {
  const translate = useViewMessages();
  const { id, role_id } = useCurrentUser();
  const works = useRight('leads:work');
  const { change } = useViewChanges();
  const [asked, setAsked] = useState<'save' | 'rename'>();
  // A saved view whose filters were changed since can be brought up to them.
  const [last, setLast] = useState<SavedView>();
  const saved = chosen?.saved;
  useEffect(() => {
    if (chosen) setLast(chosen.saved);
  }, [chosen]);
  const isOwn = (view: SavedView) => view.user_id === id || (view.is_shared && role_id === roles.admin);

  return (
    <>
      {saved && isOwn(saved) && (
        <ViewMenu
          view={saved}
          onRename={() => {
            setAsked('rename');
          }}
        />
      )}
      {!chosen && works && (
        <>
          <Button
            size="small"
            startIcon={<BookmarkAddOutlined />}
            onClick={() => {
              setAsked('save');
            }}
            sx={{ flex: 'none' }}
          >
            {translate('crm.savedViews.save')}
          </Button>
          {last && isOwn(last) && (
            <Button
              size="small"
              color="secondary"
              loading={change.isPending}
              onClick={() => {
                change.mutate({ id: last.id, filter: values });
              }}
              sx={{ flex: '0 1 auto', minWidth: 0 }}
            >
              {translate('crm.savedViews.update', { name: last.name })}
            </Button>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {asked !== undefined && (
          <ViewDialog
            type={type}
            values={values}
            view={asked === 'rename' ? saved : undefined}
            onClose={() => {
              setAsked(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
