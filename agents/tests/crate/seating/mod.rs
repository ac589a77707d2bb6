mod familiarity;
mod levels;
mod seated;
mod variants;
