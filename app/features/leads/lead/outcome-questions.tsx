'use client';

import { useEffect } from 'react';
import { late } from '#app/_ui/late.tsx';
import { closeQuestion, useQuestion } from '#app/features/leads/ask-outcome.ts';

const OutcomeQuestion = late(async () => (await import('./outcome-question.tsx')).OutcomeQuestion);

interface OutcomeQuestionsProps {
  /** The open lead, which has a field for the answer. */
  leadId: string;
}

/** The question about the lead that was ended last on a board or in a list. */
export function OutcomeQuestions({ leadId }: OutcomeQuestionsProps) {
  const question = useQuestion();
  useEffect(() => () => closeQuestion(), []);
  useEffect(() => closeQuestion(leadId), [leadId]);

  return (
    question &&
    question.leadId !== leadId && (
      <OutcomeQuestion key={`${question.leadId} ${question.outcome}`} question={question} />
    )
  );
}
