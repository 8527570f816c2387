import { notFound } from 'next/navigation';

/** Shows the not-found page of a company inside the shell. */
export default function UnknownPage() {
  notFound();
}
