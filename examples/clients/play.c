/* Plays a game for two at a table that Elderhand keeps, knowing no rules and without a library: it takes the action of
 * `legal` that comes first after a random place.
 *
 *     cc -o play play.c && ./play gin simple
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *to, *from;
static char answer[1 << 20];

/* Starts a program whose input is `to` and whose output is `from`. */
static void start(const char *program, const char *bot) {
    int in[2], out[2];
    if (pipe(in) || pipe(out)) exit(1);
    if (fork() == 0) {
        dup2(in[0], 0), dup2(out[1], 1);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execlp(program, program, "bot", bot, (char *)NULL);
        perror(program), exit(1);
    }
    close(in[0]), close(out[1]);
    to = fdopen(in[1], "w"), from = fdopen(out[0], "r");
}

/* Sends a request, whose id is always 1, and waits for its answer. */
static void ask(const char *request) {
    fprintf(to, "{\"id\":1,%s}\n", request), fflush(to);
    if (!fgets(answer, sizeof answer, from)) exit(1);
    if (strstr(answer, "\"error\":")) fputs(answer, stderr), exit(1);
}

/* Copies the text of a field, such as `token`; answers have no spaces between their parts. */
static void field(const char *name, char *text) {
    char key[40];
    sprintf(key, "\"%s\":\"", name);
    const char *found = strstr(answer, key);
    if (!found || sscanf(found + strlen(key), "%99[^\"]", text) != 1) exit(1);
}

/* Copies one of the legal actions; returns 0 if there is none. */
static int choose(char *action) {
    char *legal = strstr(answer, "\"legal\":[") + 9, *end = strchr(legal, ']');
    if (end == legal) return 0;
    char *place = legal + rand() % (end - legal);
    while (place > legal && !(place[0] == '"' && (place[-1] == ',' || place[-1] == '['))) place--;
    return sscanf(place, "\"%99[^\"]", action) == 1;
}

int main(int count, char **words) {
    const char *game = count > 1 ? words[1] : "gin", *bot = count > 2 ? words[2] : "simple";
    const char *program = getenv("ELDERHAND");
    char text[100], token[100], request[400];
    srand(time(NULL) ^ getpid());
    start(program ? program : "elderhand", bot);
    sprintf(request, "\"type\":\"new_table\",\"game\":\"%.40s\",\"seats\":[null,\"%.40s\"]", game, bot);
    ask(request), field("table", text);
    sprintf(request, "\"type\":\"join\",\"table\":\"%s\",\"name\":\"C\"", text);
    ask(request), field("token", token);
    while (choose(text)) {
        sprintf(request, "\"type\":\"play\",\"token\":\"%s\",\"action\":\"%s\"", token, text);
        ask(request), puts(text);
    }
    char *returns = strstr(answer, "\"returns\":");
    printf("returns %.*s]\n", (int)strcspn(returns + 10, "]"), returns + 10);
    sprintf(request, "\"type\":\"close\",\"token\":\"%s\"", token);
    ask(request), fclose(to), fclose(from);
    return 0;
}
