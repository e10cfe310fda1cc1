import ClickKeeper from '../sessions/ClickKeeper.js';
import PushKeeper from './PushKeeper.js';

/** What runs beside every page and nobody waits for when the first one opens. */
export default function LaterKeepers({ isCaller }: { isCaller: boolean }) {
  return (
    <>
      {isCaller && <PushKeeper />}
      <ClickKeeper />
    </>
  );
}
