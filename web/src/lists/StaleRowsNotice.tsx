import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { useConnectionState } from '../realtime/useConnectionState.js';

/**
 * Says that the rows of a list could not be read again: by themselves they look as if they had been. Without rows the list
 * says it in their place, and the shell says that the connection is lost.
 */
export function StaleRowsNotice() {
  const { data, error } = useListContext();
  const showRefusal = useShowRefusal();
  const isLive = useConnectionState() === 'live';
  const said = useRef<unknown>(null);
  useEffect(() => {
    if (!error || data === undefined || !isLive || said.current === error) return;
    said.current = error;
    showRefusal(error);
  }, [data, error, isLive, showRefusal]);
  return null;
}
