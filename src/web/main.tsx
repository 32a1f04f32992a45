import './styles.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchSession } from './data/session.ts';
import { prepare, Router } from './router.tsx';

watchSession();

const root = document.getElementById('root');
// Who opens a page waits for its part and for the session at the same time, not in turn. The first drawing is done in slices,
// between which a slow phone scrolls and answers.
if (root) void prepare(location.pathname).then(() => startTransition(() => createRoot(root).render(<StrictMode><Router /></StrictMode>)));
