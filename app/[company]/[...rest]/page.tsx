import { notFound } from 'next/navigation';

/** An unknown address below a company keeps the shell around its not-found page. */
export default function UnknownPage() {
  notFound();
}
