/* Tables and bots for traditional card games with hidden cards. Made by cbindgen: do not edit. */

#ifndef ELDERHAND_H
#define ELDERHAND_H

#include <stddef.h>
#include <stdint.h>

// What came of a call. `elderhand_error` says more of everything but `ELDERHAND_STATUS_OK`.
typedef enum {
  // It is done.
  ELDERHAND_STATUS_OK = 0,
  // A pointer is null, or a text is not UTF-8 or not JSON.
  ELDERHAND_STATUS_ARGUMENT = 1,
  // There is no such game, or it does not have such options.
  ELDERHAND_STATUS_GAME = 2,
  // There is no such bot, it does not play this game, or it failed.
  ELDERHAND_STATUS_BOT = 3,
  // There is no such seat.
  ELDERHAND_STATUS_SEAT = 4,
  // The action is not legal.
  ELDERHAND_STATUS_ILLEGAL = 5,
  // The view is one that no position shows, or not of the seat to move.
  ELDERHAND_STATUS_VIEW = 6,
  // Nobody is to move: the game is over.
  ELDERHAND_STATUS_OVER = 7,
  // Fewer decisions have been made.
  ELDERHAND_STATUS_UNDO = 8,
  // A mistake in the library; please report it. What was passed is to be freed and not used any more.
  ELDERHAND_STATUS_PANIC = 9,
} ElderhandStatus;

// A bot at a game: it may play any number of them, one after another. Only one thread may use it at a time.
typedef struct ElderhandBot ElderhandBot;

// A conversation by the protocol, with tables of its own. Only one thread may use it at a time.
typedef struct ElderhandSession ElderhandSession;

// A game in progress: the whole truth of it. Only one thread may use it at a time.
typedef struct ElderhandTable ElderhandTable;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Hands the bytes of a bundle over: from now on `checkpoint:NAME` is this bot, wherever one is named.
//
// # Safety
//
// `name` is a text that ends with 0, `bytes` points to `length` bytes.
ElderhandStatus elderhand_lend(const char *name, const uint8_t *bytes, size_t length);

// Seats a bot at a game: `simple`, the path of a bundle, `checkpoint:gin`, `search:checkpoint:gin,rollouts=256` and so on.
//
// `options` is an object of JSON; null is none. The bot is to be freed by `elderhand_bot_free`.
//
// # Safety
//
// The texts end with 0, `options` may be null; `bot` can be written to.
ElderhandStatus elderhand_bot_open(const char *name,
                                   const char *id,
                                   const char *options_json,
                                   ElderhandBot **bot);

// Tells a bot that a game begins in which it holds a seat. The seed is the only randomness that it may use.
//
// # Safety
//
// `bot` is one that was opened and not freed.
ElderhandStatus elderhand_bot_begin(ElderhandBot *bot, size_t seat, uint64_t seed);

// Has a bot choose an action for the seat to move at a table, of which it sees what that seat sees; nothing is played.
//
// `action` becomes the action's name, to be freed by `elderhand_text_free`.
//
// # Safety
//
// `bot` and `table` are ones that were opened and not freed; `action` can be written to.
ElderhandStatus elderhand_bot_act(ElderhandBot *bot, const ElderhandTable *table, char **action);

// Has a bot choose an action in a view, an object of JSON as the game's page describes it, for those who keep their own rules.
//
// `action` becomes the action's name, to be freed by `elderhand_text_free`.
//
// # Safety
//
// `bot` is one that was opened and not freed; `view` is a text that ends with 0; `action` can be written to.
ElderhandStatus elderhand_bot_decide(ElderhandBot *bot,
                                     const char *view,
                                     char **action);

// Frees a bot; null is nothing.
//
// # Safety
//
// `bot` is null or one that was opened, and is not used any more.
void elderhand_bot_free(ElderhandBot *bot);

// Returns what went wrong in the last call of this thread that was not `ELDERHAND_STATUS_OK`; empty if none was.
//
// The text belongs to the library, and is valid until the next call of this thread.
const char *elderhand_error(void);

// Frees a text that the library has given; null is nothing.
//
// # Safety
//
// The text was given by this library, was not freed, and has the length that it was given with.
void elderhand_text_free(char *text);

// Begins a conversation; where a message names no bot, this one is asked.
//
// The session is to be freed by `elderhand_session_free`.
//
// # Safety
//
// `bot` is a text that ends with 0; `session` can be written to.
ElderhandStatus elderhand_session_open(const char *bot, ElderhandSession **session);

// Answers a message of the protocol. What the message asks wrongly is in the answer; the call itself is then well.
//
// `answer` is to be freed by `elderhand_text_free`.
//
// # Safety
//
// `session` is one that was opened and not freed; `message` is a text that ends with 0; `answer` can be written to.
ElderhandStatus elderhand_session_answer(ElderhandSession *session, const char *message, char **answer);

// Ends a conversation, with its tables; null is nothing.
//
// # Safety
//
// `session` is null or one that was opened, and is not used any more.
void elderhand_session_free(ElderhandSession *session);

// Begins a game. Equal seeds deal equal cards.
//
// `options` is an object of JSON; null is none. The table is to be freed by `elderhand_table_free`.
//
// # Safety
//
// The texts end with 0, `options` may be null; `table` can be written to.
ElderhandStatus elderhand_table_open(const char *id, const char *options_json, uint64_t seed, ElderhandTable **table);

// Tells how many seats a table has.
//
// # Safety
//
// `table` is one that was opened and not freed; `seats` can be written to.
ElderhandStatus elderhand_table_seats(const ElderhandTable *table, size_t *seats);

// Tells which seat is to move: -1 when the game is over.
//
// # Safety
//
// `table` is one that was opened and not freed; `seat` can be written to.
ElderhandStatus elderhand_table_turn(const ElderhandTable *table, int32_t *seat);

// Names the actions that are legal for the seat to move, each on a line of its own; none when the game is over.
//
// `names` is to be freed by `elderhand_text_free`.
//
// # Safety
//
// `table` is one that was opened and not freed; `names` can be written to.
ElderhandStatus elderhand_table_legal(const ElderhandTable *table, char **names);

// Tells what a seat knows, as an object of JSON that the game's page describes.
//
// `view` is to be freed by `elderhand_text_free`.
//
// # Safety
//
// `table` is one that was opened and not freed; `view` can be written to.
ElderhandStatus elderhand_table_view(const ElderhandTable *table, size_t seat, char **view);

// Plays an action, by its name, for the seat to move.
//
// # Safety
//
// `table` is one that was opened and not freed; `action` is a text that ends with 0.
ElderhandStatus elderhand_table_play(ElderhandTable *table, const char *action);

// Goes back to when so many decisions had been made; what was dealt since is dealt again.
//
// # Safety
//
// `table` is one that was opened and not freed.
ElderhandStatus elderhand_table_undo(ElderhandTable *table, size_t decisions);

// Tells how many decisions have been made.
//
// # Safety
//
// `table` is one that was opened and not freed; `decisions` can be written to.
ElderhandStatus elderhand_table_length(const ElderhandTable *table, size_t *decisions);

// Tells what every seat has won, in points: 0 before the end. `points` has a place for each of `seats` seats.
//
// # Safety
//
// `table` is one that was opened and not freed; `points` can be written to, `seats` numbers long.
ElderhandStatus elderhand_table_returns(const ElderhandTable *table, float *points, size_t seats);

// Tells all that was dealt and played, as a record that `elderhand replay` reads.
//
// `record` is to be freed by `elderhand_text_free`.
//
// # Safety
//
// `table` is one that was opened and not freed; `record` can be written to.
ElderhandStatus elderhand_table_record(const ElderhandTable *table, char **record);

// Frees a table; null is nothing.
//
// # Safety
//
// `table` is null or one that was opened, and is not used any more.
void elderhand_table_free(ElderhandTable *table);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ELDERHAND_H */
